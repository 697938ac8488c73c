// Tells types whose bytes compression makes fewer from those that are compressed already.

/** Whether compression makes bytes of this content type fewer: text in whatever form, and pictures without compression of their own. */
export function isCompressible(contentType: string): boolean {
  const type = contentType.split(";")[0]?.trim() ?? "";
  return /^text\/|[/+](json|xml|javascript|x-javascript|sql|wasm|rtf)$|^image\/(svg|bmp|x-icon|vnd\.microsoft)/.test(
    type,
  );
}
