const MAX_TOKEN_LENGTH = 256;

/** The token of an `Authorization` header; null if malformed. */
export function extractBearerToken(authorization: string): string | null {
  if (authorization.length > MAX_TOKEN_LENGTH) return null;
  return /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1] ?? null;
}
