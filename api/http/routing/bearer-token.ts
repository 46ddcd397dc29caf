const MAX_TOKEN_LENGTH = 256;

/** The token of an `Authorization` header. */
export function bearerToken(authorization: string): string | null {
  if (authorization.length > MAX_TOKEN_LENGTH) return null;
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1] ?? null;
}
