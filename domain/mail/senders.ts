import type { CompanyFile } from '../company-file-state.ts';
import type { Decision } from '../refusal.ts';
import type { SenderKind } from './kinds.ts';
import type { MailEvent } from './mail-events.ts';

/** Addresses and domains under which a company file may send mail, besides the address of the service. */

/** Records that the owner of an address or domain has proved the right to use it. */
export interface VerifyMailSender {
  readonly type: 'VerifyMailSender';
  /** Used if the sender was never verified before. */
  readonly newId: number;
  readonly kind: SenderKind;
  /** The address or the domain in lower case. */
  readonly name: string;
}

export type SenderState = {
  readonly id: number;
  readonly version: number;
  readonly kind: SenderKind;
  readonly is_verified: boolean;
};

/** By address or domain. Removed senders stay, because their version continues. */
export type SenderStates = Readonly<Record<string, SenderState>>;

export function decideSender({ newId, kind, name }: VerifyMailSender, { mail }: CompanyFile): Decision<MailEvent> {
  const known = findSender(mail.senders, name);
  if (known?.is_verified) return [];
  const data = { id: known?.id ?? newId, version: (known?.version ?? 0) + 1, kind, name };
  return [{ type: 'MailSenderVerified', data }];
}

/** Names come from users: `constructor` must not find a member of all objects. */
export const findSender = (senders: SenderStates, name: string): SenderState | undefined =>
  Object.hasOwn(senders, name) ? senders[name] : undefined;

/** A domain covers its own addresses, but not those of its subdomains. */
export function isVerifiedSender(senders: SenderStates, address: string): boolean {
  const name = address.toLowerCase();
  const domain = name.slice(name.lastIndexOf('@') + 1);
  return [name, domain].some((one) => findSender(senders, one)?.is_verified === true);
}
