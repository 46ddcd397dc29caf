/** A random id of a request. `crypto.randomUUID` exists only on encrypted and local pages. */
export function createMutationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
