import type { SignOnProvider } from '../../outside/sign-on/provider.ts';
import type { SecretBox } from '../../stores/identity/secret-box.ts';

/** Single sign-on as the routes need it. */
export interface SignOn {
  /** By key. */
  readonly providers: ReadonlyMap<string, SignOnProvider>;
  /** Seals what browsers keep during a sign-in, and the tokens of providers. */
  readonly box: SecretBox;
  /** Logs how a sign-in at a provider ended; never claims or tokens. */
  report(facts: SignOnReport): void;
}

export interface SignOnReport {
  readonly provider: string;
  readonly requestId: string;
  /** Absent if the person was admitted. */
  readonly reason?: string;
  readonly userId?: number;
  readonly error?: unknown;
}
