export type Closer = () => Promise<unknown> | void;

/** Closes in reverse what was opened. One that fails keeps none of the others open; the first failure is thrown at the end. */
export async function closeAll(closers: Closer[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
