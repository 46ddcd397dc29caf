/** Work that yields regularly, so that its runner can let other work proceed in between. */
export type Steps<Result> = Generator<void, Result>;

/** Runs all steps without a pause. */
export function runAllSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
