// The error of a statement that was ended because whoever asked for it has gone:
// nobody's fault, and no answer for anybody else.

export class CallerGone extends Error {
  constructor() {
    super("whoever asked for this statement has gone");
  }
}
