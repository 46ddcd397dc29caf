import type { FrenchProfile, UblDocument, UblParty } from '../e-invoicing/index.ts';
import { FRENCH_INVOICE_NOTES } from '../country-packs/fr/invoice-notes.ts';
import { normaliseFrenchEnterpriseNumber } from '../numbers/french-numbers.ts';
import type { DocumentContent, Mention } from './document-events.ts';

/** A sales document as the approved platforms of France require it. */

export function applyFrenchProfile(
  written: UblDocument,
  document: Pick<DocumentContent, 'kind' | 'nature' | 'paid_on'>,
  mentions: readonly Mention[],
): UblDocument {
  const seller = withFrenchNumbers(written.seller);
  const buyer = withFrenchNumbers(written.buyer);
  const french: FrenchProfile = {
    businessProcess: chooseBusinessProcess(document),
    notes: [...listTermNotes(mentions), { subject: 'BAR', text: chooseTreatment(seller, buyer) }],
  };
  return { ...written, note: omitTermNotes(written.note ?? null, french), seller, buyer, french };
}

/** Mentions with a note of their own are not repeated in the free one. */
const omitTermNotes = (note: string | null, { notes }: FrenchProfile): string | null =>
  note
    ?.split('\n')
    .filter((line) => !notes.some(({ text }) => text === line))
    .join('\n') || null;

const LETTERS = { goods: 'B', services: 'S', both: 'M' } as const;

/** BT-23: the nature of the operation, and whether it was paid or follows an advance. Null without a nature. */
const chooseBusinessProcess = ({
  kind,
  nature,
  paid_on,
}: Pick<DocumentContent, 'kind' | 'nature' | 'paid_on'>): string | null =>
  nature && `${LETTERS[nature]}${kind === 'final' ? '4' : paid_on === null ? '1' : '2'}`;

/** The mentions of the issued document, or else the terms of the law. A `#` would begin another note. */
const listTermNotes = (mentions: readonly Mention[]): FrenchProfile['notes'] =>
  FRENCH_INVOICE_NOTES.map(({ subject, mentions: codes, text }) => {
    const said = mentions.find(({ code }) => codes.has(code))?.text ?? text;
    return { subject, text: said.replaceAll('#', ' ') };
  });

/** Between taxable persons in France, with a customer or (self-billed) a supplier abroad, or with a consumer. */
function chooseTreatment(seller: UblParty, { address, enterpriseNumber, vatNumber }: UblParty): string {
  if (seller.address.country !== 'FR') return 'B2BINT';
  if (address.country !== 'FR') return enterpriseNumber || vatNumber ? 'B2BINT' : 'B2C';
  return enterpriseNumber?.scheme === '0002' ? 'B2B' : 'B2C';
}

/** SIREN in register 0002, and an electronic address of scheme 0225 that starts with it. */
function withFrenchNumbers(party: UblParty): UblParty {
  const { address, enterpriseNumber, vatNumber, endpoint } = party;
  if (address.country !== 'FR') return party;
  const siren = normaliseFrenchEnterpriseNumber(enterpriseNumber?.id ?? vatNumber?.slice(4) ?? '');
  if (siren === null) return party;
  const isOwn = endpoint?.scheme === '0225' && endpoint.id.startsWith(siren);
  return {
    ...party,
    enterpriseNumber: { scheme: '0002', id: siren },
    endpoint: isOwn ? endpoint : { scheme: '0225', id: siren },
  };
}
