// The part of s3rver that the tests' S3 server uses; the package ships no types.
declare module "s3rver" {
  class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      vhostBuckets: boolean;
      configureBuckets: { name: string }[];
    });
    middleware: S3rver.Middleware[];
    run(): Promise<{ port: number }>;
  }
  namespace S3rver {
    /** One request and its answer, as Koa passes them on. */
    interface Context {
      method: string;
      query: Record<string, string | undefined>;
      status: number;
      body: unknown;
    }
    type Middleware = (context: Context, next: () => Promise<void>) => Promise<void>;
  }
  export = S3rver;
}
