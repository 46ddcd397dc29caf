/** Work that yields again and again, so that whoever does it can let others work in between. */
export type Steps<Result> = Generator<void, Result>;

/** The whole of it at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
