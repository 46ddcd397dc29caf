export type Closer = () => Promise<unknown> | void;

/** Closes everything in reverse order of opening. A failure does not prevent the rest; the first one is thrown at the end. */
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
