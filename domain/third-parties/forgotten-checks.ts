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

/** Results of checks become invalid when the number changes, unless they are restored with it. */
export function resetOutdatedChecks(changes: ThirdPartyDraft, data: ThirdPartyData): ThirdPartyDraft {
  const forgotten = {
    ...(isDifferentVatNumber(changes, data) && UNCHECKED_VAT),
    ...(isDifferentParticipant(changes, data) && UNCHECKED_PEPPOL),
  };
  return Object.fromEntries(Object.entries(forgotten).filter(([name]) => !Object.hasOwn(changes, name)));
}

/** The same number may be given without its prefix. */
function isDifferentVatNumber(changes: ThirdPartyDraft, data: ThirdPartyData): boolean {
  const given = changes.vat_number;
  if (given === undefined) return false;
  const country = changes.country ?? data.country ?? null;
  const kept = given === null ? given : (normaliseVatNumber(given, country) ?? given);
  return kept !== (data.vat_number ?? null);
}

/** Without a Peppol identifier, the look-up used the other numbers of the third party. */
function isDifferentParticipant(changes: ThirdPartyDraft, data: ThirdPartyData): boolean {
  if ('peppol_identifier' in changes) return true;
  const hasOwn = (data.peppol_identifier ?? null) !== null;
  return !hasOwn && ['enterprise_number', 'vat_number', 'country'].some((name) => name in changes);
}
