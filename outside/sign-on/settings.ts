/** A provider of single sign-on, as the operator configured it. */
export interface SignOnProviderSettings {
  /** Lower case; part of addresses. */
  readonly key: string;
  /** Shown on the sign-in page. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Addresses outside this service that a sign-in may return to. */
  readonly redirects: readonly string[];
  /** Requested besides `openid email profile`. */
  readonly scopes: readonly string[];
  /** Addresses count as verified even if the provider does not say so. */
  readonly trustsEmail: boolean;
  /** Public token of the firm that the provider belongs to; null for the whole service. */
  readonly firm: string | null;
  /** Claim that names the firms a person may enter; null if each firm decides by its own claim. */
  readonly firmClaim: string | null;
  /** Public token by value of that claim; null if its values are the public tokens. */
  readonly firms: Readonly<Record<string, string>> | null;
  /** Where the provider sends the browser after signing out; null for its own page. */
  readonly logoutRedirect: string | null;
}
