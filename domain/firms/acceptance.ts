/** Whether a person with an account may join a firm without accepting an invitation first. */

export interface KnownAddress {
  readonly email: string;
  /** The owner has proven that mail to this address arrives. */
  readonly isProven: boolean;
}

/** Anyone can have an address there, so sharing one of these domains says nothing about people. */
const PUBLIC_DOMAINS: ReadonlySet<string> = new Set([
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'outlook.fr', 'outlook.be', 'outlook.de', 'hotmail.com'],
  ...['hotmail.fr', 'hotmail.be', 'hotmail.de', 'live.com', 'live.be', 'live.fr', 'live.nl', 'msn.com', 'yahoo.com'],
  ...['yahoo.fr', 'yahoo.de', 'ymail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'proton.me', 'protonmail.com'],
  ...['pm.me', 'tutanota.com', 'gmx.com', 'gmx.net', 'gmx.de', 'gmx.fr', 'web.de', 't-online.de', 'freenet.de'],
  ...['mail.com', 'zoho.com', 'fastmail.com', 'orange.fr', 'wanadoo.fr', 'free.fr', 'sfr.fr', 'laposte.net'],
  ...['bbox.fr', 'neuf.fr', 'skynet.be', 'telenet.be', 'proximus.be', 'scarlet.be', 'voo.be', 'belgacom.net'],
  ...['pt.lu', 'internet.lu', 'tango.lu', 'ziggo.nl', 'kpnmail.nl', 'planet.nl', 'xs4all.nl', 'hetnet.nl'],
]);

/** Colleagues: both addresses are proven and have the same domain, which is not one of a public provider. */
export function areColleagues(admin: KnownAddress, member: KnownAddress): boolean {
  const domain = extractDomain(admin.email);
  return (
    admin.isProven &&
    member.isProven &&
    domain !== null &&
    domain === extractDomain(member.email) &&
    !PUBLIC_DOMAINS.has(domain)
  );
}

function extractDomain(email: string): string | null {
  const at = email.lastIndexOf('@');
  return at < 1 || at === email.length - 1 ? null : email.slice(at + 1).toLowerCase();
}
