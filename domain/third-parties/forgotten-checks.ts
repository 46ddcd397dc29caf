import { normaliseVatNumber } from '../numbers/vat-number.ts';
import type { ThirdPartyData, ThirdPartyDraft } from './fields.ts';

const UNCHECKED_VAT = {
  vat_checked_at: null,
  vat_valid: null,
  vat_name: null,
  vat_address: null,
  vat_consultation_number: null,
};
const UNCHECKED_PEPPOL = { peppol_checked_at: null, peppol_registered: false };

/** What was found out about another number no longer holds, unless it comes back together with the number. */
export function forgottenChecks(changes: ThirdPartyDraft, data: ThirdPartyData): ThirdPartyDraft {
  const forgotten = {
    ...(isOtherVatNumber(changes, data) && UNCHECKED_VAT),
    ...(isOtherParticipant(changes, data) && UNCHECKED_PEPPOL),
  };
  return Object.fromEntries(Object.entries(forgotten).filter(([name]) => !Object.hasOwn(changes, name)));
}

/** The same number may come without its prefix. */
function isOtherVatNumber(changes: ThirdPartyDraft, data: ThirdPartyData): boolean {
  const given = changes.vat_number;
  if (given === undefined) return false;
  const country = changes.country ?? data.country ?? null;
  const kept = given === null ? given : (normaliseVatNumber(given, country) ?? given);
  return kept !== (data.vat_number ?? null);
}

/** Without an identifier of its own, the other numbers of the third party were looked up. */
function isOtherParticipant(changes: ThirdPartyDraft, data: ThirdPartyData): boolean {
  if ('peppol_identifier' in changes) return true;
  const hasOwn = (data.peppol_identifier ?? null) !== null;
  return !hasOwn && ['enterprise_number', 'vat_number', 'country'].some((name) => name in changes);
}
