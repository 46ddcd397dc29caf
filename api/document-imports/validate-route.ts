import { z } from 'zod';
import { pushDocument } from '../../commands/bridge/push-document.ts';
import { toRequestedShares, sharesInput } from '../analytics/shares.ts';
import { validateImport } from '../../commands/document-imports/validate.ts';
import { DOCUMENT_DIRECTIONS } from '../../domain/journals/rule.ts';
import { MAX_DOCUMENT_LINES } from '../../domain/documents/limits.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { THIRD_PARTY_TYPES } from '../../domain/third-parties/third-party.ts';
import { findCompanyExternalId } from '../../projections/bridge/queries.ts';
import { findEntry } from '../../projections/ledger/queries.ts';
import { Document, findPresentedDocument } from '../documents/document.ts';
import { rateFields, toRequestedRates } from '../documents/rate-fields.ts';
import { bool, choice, date, id, list, text } from '../http/input/fields.ts';
import { created } from '../http/reply/reply.ts';
import { route, type RouteRequest } from '../http/routing/route.ts';
import { isMessageKey } from '../i18n/catalogue.ts';
import { translate } from '../i18n/translate.ts';
import { Entry, presentEntry } from '../ledger/entry.ts';
import { formattedText } from '../records/schemas.ts';
import { createExampleImport } from './examples.ts';
import { DocumentImport, findPresentedImport } from './import.ts';
import { validationDryRun } from './dry-run.ts';
import { withServerImport } from './routes.ts';
import { SheetBody, toSheet } from './sheet.ts';

const NewThirdParty = z.object({
  name: text(200),
  type: choice(THIRD_PARTY_TYPES).nullish().meta({ description: 'Default: follows from the direction.' }),
  vat_number: formattedText(20, 'national_vat_number').nullish(),
  enterprise_number: text(20).nullish(),
  address: text(300).nullish(),
  postal_code: text(20).nullish(),
  city: text(100).nullish(),
  country: formattedText(2, 'country').nullish(),
  iban: formattedText(34, 'iban').nullish(),
  bic: formattedText(11, 'bic').nullish(),
  email: formattedText(190, 'email').nullish(),
  phone: text(40).nullish(),
});

const ValidateBody = z.object({
  third_party_id: id().nullish().meta({ description: 'Default: the suggested third party.' }),
  new_third_party: NewThirdParty.nullish().meta({ description: 'A third party to create together with the document.' }),
  direction: choice(DOCUMENT_DIRECTIONS).nullish().meta({ description: 'Default: the detected direction.' }),
  lines: list(z.object({ account_id: id().nullish(), vat_code_id: id().nullish(), analytics: sharesInput.nullish() }), {
    max: MAX_DOCUMENT_LINES,
  })
    .nullish()
    .meta({ description: 'One for each line of the document, in order. Default: the suggestions.' }),
  extracted: SheetBody.nullish().meta({ description: 'The corrected sheet, to correct and validate in one step.' }),
  book: bool().nullish().meta({ description: 'Also posts the entry to the journal for the direction.' }),
  push_to_external: bool().nullish().meta({ description: 'Also sends the document to the external platform.' }),
  force: bool().nullish().meta({ description: 'Validates the import even if it is a duplicate.' }),
  journal_id: id().nullish().meta({ description: 'Journal of the entry; by default the routing rules decide.' }),
  entry_date: date().nullish().meta({ description: 'Date of the entry; by default the date of the document.' }),
  ...rateFields,
});

const External = z
  .object({
    status: z.enum(['not_requested', 'pushed', 'pending', 'failed']).meta({
      description: '`pending`: the platform did not respond; the document will be sent again.',
    }),
    document_id: z.string().nullable().meta({ description: 'Id of the document on the platform.' }),
    token: z.string().nullable(),
    locked: z.boolean(),
    error: z.string().nullable().meta({ description: 'Stable machine-readable reason.' }),
    message: z.string().nullable().meta({ description: 'In the language of the caller.' }),
  })
  .meta({ id: 'ExternalPush' });

export const validateRoute = route({
  area: 'document-imports',
  demo: 'allowed',
  method: 'post',
  path: '/v1/companies/{company}/document-imports/{id}/validate',
  summary: 'Create a document from an import, with its third party and, with `book`, its entry: all or nothing',
  ability: 'write',
  role: 'encoder',
  params: z.object({ id: id() }),
  body: ValidateBody,
  example: async (scene) => ({
    ...(await createExampleImport(scene)),
    body: {
      direction: 'purchase' as const,
      third_party_id: await scene.fresh('third-parties'),
      lines: [
        {
          account_id: await scene.standing('accounts'),
          vat_code_id: await scene.fresh('vat-codes', {
            direction: 'purchase',
            deductible_account_id: await scene.fresh('accounts'),
          }),
        },
      ],
    },
  }),
  replies: {
    201: z
      .object({ import: DocumentImport, document: Document, entry: Entry.nullable(), external: External })
      .meta({ id: 'ValidatedImport' }),
  },
  dryRun: validationDryRun,
  errorCodes: [
    'conflict',
    'import_not_analysed',
    'import_validated',
    'import_is_archive',
    'import_duplicate',
    'document_already_exists',
    'invoice_already_posted',
    'period_locked',
    'demo_mode',
  ],
  async handle(request) {
    const { params, body, services, company, write, language } = request;
    // It would reach a third party outside the demo.
    if (company.isDemo && body.push_to_external === true) return refuse('demo_mode');
    const push = await resolvePush(request, body.push_to_external ?? null);
    const outcome = await validateImport(
      services,
      company.id,
      {
        importId: params.id,
        baseVersion: write.baseVersion,
        third_party_id: body.third_party_id ?? null,
        newThirdParty: body.new_third_party ? toNewThirdPartyData(body.new_third_party) : null,
        direction: body.direction ?? null,
        lines:
          body.lines?.map(({ account_id, vat_code_id, analytics }) => ({
            account_id: account_id ?? null,
            vat_code_id: vat_code_id ?? null,
            analytics: toRequestedShares(analytics),
          })) ?? null,
        extracted: body.extracted ? toSheet(body.extracted) : null,
        book: body.book ?? false,
        force: body.force ?? false,
        journal_id: body.journal_id ?? null,
        entry_date: body.entry_date ?? null,
        rates: toRequestedRates(body),
        isPushed: push === 'requested',
      },
      write,
    );
    if (isRefusal(outcome)) return withServerImport(request, params.id, outcome);
    const external = await pushToPlatform(request, outcome.documentId, push);
    const [shown, document, entry] = await Promise.all([
      findPresentedImport(request, params.id),
      findPresentedDocument(request, outcome.documentId),
      outcome.entryId === null ? null : findEntry(services.pool, company.id, outcome.entryId),
    ]);
    if (!shown || !document) return refuse('not_found');
    return created(
      { import: shown, document, entry: entry ? presentEntry(entry, language) : null, external },
      { version: shown.version },
    );
  },
});

type Push = 'not_requested' | 'requested' | 'external_unavailable' | 'external_not_linked';
type PushRequest = Pick<RouteRequest, 'services' | 'company' | 'language' | 'write'>;

/** Files that came from the platform send their documents there by default. */
async function resolvePush({ services, company }: PushRequest, isRequested: boolean | null): Promise<Push> {
  if (isRequested === false || company.isDemo) return 'not_requested';
  const isLinked = (await findCompanyExternalId(services.pool, company.id)) !== null;
  if (isRequested === null && !isLinked) return 'not_requested';
  if (!services.bridge) return 'external_unavailable';
  return isLinked ? 'requested' : 'external_not_linked';
}

/** The document stays as recorded whatever the platform responds; the reply reports the outcome there. */
async function pushToPlatform(request: PushRequest, documentId: number, push: Push): Promise<z.input<typeof External>> {
  const { services, company, write, language } = request;
  const buildFailure = (error: string, status: 'failed' | 'pending' = 'failed') => ({
    status,
    document_id: null,
    token: null,
    locked: false,
    error,
    message: translate(isMessageKey(error) ? error : 'external_refused', language),
  });
  if (push === 'not_requested')
    return { status: push, document_id: null, token: null, locked: false, error: null, message: null };
  if (push !== 'requested') return buildFailure(push);
  const state = await pushDocument(services, company.id, documentId, write, true);
  if (state?.status === 'refused') return buildFailure(state.reason ?? 'external_refused');
  if (state?.status !== 'pushed') return buildFailure('external_delayed', 'pending');
  const { external_id: document_id, token, is_locked: locked } = state;
  return { status: 'pushed', document_id, token, locked, error: null, message: null };
}

/** In the format of POST third-parties; the type defaults to the direction. */
function toNewThirdPartyData({ iban, ...fields }: z.output<typeof NewThirdParty>) {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
  return { ...given, ...(iban && { ibans: [iban] }) };
}
