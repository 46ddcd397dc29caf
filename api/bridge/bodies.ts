import { z } from 'zod';
import type { ArrivingDocument } from '../../commands/bridge/take-document.ts';
import { FIRM_ROLES } from '../../domain/firms/member-events.ts';
import { LANGUAGES } from '../../domain/language.ts';
import { isRefusal, refuse, type Refusal } from '../../domain/refusal.ts';
import { EXTERNAL_ID, type PlatformCompany, type PlatformFirm } from '../../outside/bridge/platform.ts';
import { NewCompany } from '../companies/body.ts';
import { DocumentBody, toRequestedDocument } from '../documents/bodies.ts';
import { FirmChanges } from '../firms/bodies.ts';
import { bool, choice, email, integer, list, text } from '../http/input/fields.ts';
import { formattedText } from '../records/schemas.ts';

/** Request bodies of the external platform. It responds with the same shapes when queried (docs/bridge.md). */

/** An id of the platform, used in the paths of both sides. */
export function externalIdField() {
  return text(64).transform((value, context) => {
    if (EXTERNAL_ID.test(value)) return value;
    context.issues.push({ code: 'custom', input: value, params: { key: 'external_id_invalid' } });
    return z.NEVER;
  });
}

const revision = integer({ min: 0 }).nullish().meta({
  description: 'Change counter of the platform: a message with a lower revision than the last one is ignored.',
});

const MOST_MEMBERS = 1_000;
const MOST_COMPANIES = 5_000;

const Member = z.object({
  external_id: externalIdField(),
  email: email(),
  name: text(200),
  locale: choice(LANGUAGES).nullish(),
  role: choice(FIRM_ROLES),
  is_active: bool().nullish().meta({ description: 'Default: true.' }),
  all_companies: bool().nullish().meta({ description: 'Default: true.' }),
  company_external_ids: list(externalIdField(), { max: MOST_COMPANIES })
    .nullish()
    .meta({ description: 'Company files that the member can see, if not all of them.' }),
});

export const FirmBody = FirmChanges.omit({ requires_second_factor: true, members: true, sso: true }).extend({
  name: text(200),
  revision,
  is_partner: bool().nullish(),
  members: list(Member, { max: MOST_MEMBERS })
    .nullish()
    .meta({ description: 'The whole team; if absent, the team stays as it is.' }),
});

export const CompanyBody = NewCompany.omit({
  firm: true,
  banks: true,
  logo_url: true,
  latitude: true,
  longitude: true,
  nace_codes: true,
  main_nace_code: true,
}).extend({ revision });

export function toPlatformFirm(external_id: string, body: z.output<typeof FirmBody>): PlatformFirm {
  const { is_partner, members, ...details } = body;
  return {
    ...details,
    external_id,
    is_partner: is_partner ?? false,
    members:
      members?.map((member) => ({
        ...member,
        is_active: member.is_active ?? true,
        all_companies: member.all_companies ?? true,
        company_external_ids: member.company_external_ids ?? [],
      })) ?? null,
  };
}

export const toPlatformCompany = (external_id: string, body: z.output<typeof CompanyBody>): PlatformCompany => ({
  ...body,
  external_id,
});

/** A file of 25 MB in base64. */
const MAX_CONTENT = Math.ceil((25 * 1024 * 1024) / 3) * 4;
/** The content plus the surrounding JSON. */
export const MAX_DOCUMENT_BYTES = MAX_CONTENT + 1024 * 1024;

function isBase64(value: string): boolean {
  const end = value.indexOf('=');
  const isPadded = end === -1 || end >= value.length - 2;
  return value.length % 4 === 0 && isPadded && !/[^A-Za-z0-9+/=]/.test(value);
}

function base64() {
  return text(MAX_CONTENT).transform((value, context) => {
    if (isBase64(value)) return value;
    context.issues.push({ code: 'custom', input: value, params: { key: 'base64_invalid' } });
    return z.NEVER;
  });
}

const ThirdParty = z.object({
  name: text(200),
  vat_number: formattedText(20, 'national_vat_number').nullish(),
  enterprise_number: text(20).nullish(),
  address: text(300).nullish(),
  postal_code: text(20).nullish(),
  city: text(100).nullish(),
  country: formattedText(2, 'country').nullish(),
  iban: formattedText(34, 'iban').nullish(),
  email: formattedText(190, 'email').nullish(),
  phone: text(40).nullish(),
});

export const ExternalDocumentBody = DocumentBody.omit({ third_party_id: true, force: true }).extend({
  external_id: externalIdField(),
  third_party: ThirdParty.meta({
    description: 'Found by VAT number, enterprise number or name, in this order; created if there is no match.',
  }),
  file: z
    .object({ name: text(255), content: base64().meta({ description: 'In base64, 25 MB at most.' }) })
    .nullish()
    .meta({ description: 'The source file of the document, stored with it.' }),
});

/** Placeholder until the third party is found or created. */
const NOT_YET = 1;

export function toArrivingDocument(body: z.output<typeof ExternalDocumentBody>): ArrivingDocument | Refusal {
  const { external_id: externalId, third_party, file, ...document } = body;
  const requested = toRequestedDocument({ ...document, third_party_id: NOT_YET });
  if (isRefusal(requested)) return requested;
  const { third_party_id: _notYet, ...others } = requested;
  return { externalId, document: others, thirdParty: toThirdPartyData(third_party), file: decodeFile(file) };
}

function toThirdPartyData({ name, iban, ...fields }: z.output<typeof ThirdParty>): ArrivingDocument['thirdParty'] {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return { ...(Object.fromEntries(given) as Record<string, string>), name, ...(iban && { ibans: [iban] }) };
}

const decodeFile = (file: z.output<typeof ExternalDocumentBody>['file']): ArrivingDocument['file'] =>
  file ? { name: file.name, content: Buffer.from(file.content, 'base64') } : null;

/** Reads a document from a response of the platform. */
export function parsePlatformDocument(answered: unknown): ArrivingDocument | Refusal {
  const { data } = ExternalDocumentBody.safeParse(answered);
  return data ? toArrivingDocument(data) : refuse('external_document_unreadable');
}
