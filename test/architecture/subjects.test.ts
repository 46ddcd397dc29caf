import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

/**
 * A subject is a folder in each layer and a line in the list of each layer. Any other file that names a subject is listed
 * here with its reason, so that a new list of subjects is noticed.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = [
  ...['api', 'cli', 'clients', 'commands', 'configuration', 'console', 'database', 'domain', 'eventlog', 'outside'],
  ...['projections', 'service', 'stores', 'support', 'workers'],
];

/** Country packs and the demo are data about all subjects. */
const isCounted = (file: string): boolean =>
  /\.tsx?$/.test(file) && !file.endsWith('.d.ts') && !/country-packs|demo/.test(file);

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)
  .filter(isCounted)
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Files outside the folders of a subject that name its folder or its camelCase name. */
function findNaming(subject: string): readonly string[] {
  const camelCase = subject.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const named = new RegExp(`['"/.](${subject})['"/]|\\b${camelCase}\\b`);
  return sources
    .filter(({ file, text }) => !file.split('/').slice(0, -1).includes(subject) && named.test(text))
    .map(({ file }) => file);
}

/** The lists with a line for each subject. No subject is in more than five. */
const MOST_LISTS = 5;
const LISTS = [
  'domain/company-file.ts',
  'domain/firm.ts',
  'domain/records/resources.ts',
  'domain/records/users.ts',
  'projections/index.ts',
  'projections/records/extras.ts',
  'api/routes.ts',
  'api/i18n/subjects.ts',
  'api/records/object-forms.ts',
  'service/load-serving.ts',
  'service/subjects.ts',
];

const MIGRATION = 'a past change of the database schema, which never changes again';
const MIGRATIONS = 'the order of the schema changes';
const TIMETABLE = 'the timetable of the service';
const PARSED = 'the list of the files that are parsed in threads';
const IDENTIFIERS = 'identifiers of participants are numbers of companies';
const PREFERENCE = 'customers choose how they get their invoices';
const NETWORK_RULES = 'the rules of invoices in the network';

const HISTORY = 'the history names the records that changed';
const VIEWS = 'the desk has a view of this name';

/** Every list of a company file can be exported. */
const EXPORTS = {
  'api/dossiers/list-columns.ts': 'the columns of exported lists',
  'api/dossiers/list-filters.ts': 'the filters of exported lists',
  'projections/dossiers/booking-lists.ts': 'the rows of exported lists',
  'projections/dossiers/lists.ts': 'the names of exported lists',
};
const { 'projections/dossiers/booking-lists.ts': rowsOfLists, ...otherExports } = EXPORTS;

/** Other files, each with the reason why it uses the subject. */
const USES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'fixed-assets': {
    'console/history/history-words.ts': HISTORY,
    'domain/annual-filings/form.ts': 'annual accounts show the movements of assets',
    'projections/annual-filings/inputs.ts': 'annual accounts show the movements of assets',
    'projections/persons/uses.ts': 'a supplier of an asset appears in the books',
    ...EXPORTS,
    'api/meta/country-pack.ts': 'shows the asset categories of a country pack',
    'commands/fiscal-years/close-fiscal-year.ts': 'a year closes after the depreciation of its assets',
    'domain/ledger/reversal.ts': 'an entry cannot be reversed while assets originate from it',
    'projections/fiscal-years/closing-facts.ts': 'closing checks look for purchases without an asset',
  },
  'recurring-entries': {
    ...EXPORTS,
    'cli/guides/sources.ts': 'the documentation has a page of this name',
    'console/entries/draft.ts': 'texts of a template get their dates in the form too',
    'console/entries/template-tools.tsx': 'recurring entries are the templates of the form',
    'console/history/history-words.ts': HISTORY,
    'api/budgets/committed.ts': 'committed amounts include future recurring entries',
    'projections/fiscal-years/closing-facts.ts': 'closing checks look for entries that were not posted',
    'api/documents/queue-document.ts': 'jobs queue the documents of recurring entries',
    'workers/jobs.ts': TIMETABLE,
  },
  budgets: {
    'console/history/history-words.ts': HISTORY,
    'console/main.tsx': VIEWS,
    'console/shell/resource-places.ts': VIEWS,
    'console/shell/views.ts': VIEWS,
    'console/support/place.ts': VIEWS,
    'api/report-queries/parts.ts': 'a query can be compared with a budget',
    'api/report-queries/report.ts': 'a query can be compared with a budget',
    'domain/report-queries/budget-parts.ts': 'a query can be compared with a budget',
    ...otherExports,
    'projections/dossiers/record-lists.ts': rowsOfLists,
    'api/analytics/index.ts': 'the description of the area that both share',
    'domain/fiscal-years/fiscal-year.ts': 'a fiscal year with a budget cannot be deleted',
  },
  sepa: {
    ...otherExports,
    'projections/dossiers/bank-lists.ts': rowsOfLists,
    'api/documentation/field-words.ts': 'company settings have a group with this name',
    'api/third-parties/mandates.ts': 'third parties have direct debit mandates',
    'domain/companies/settings.ts': 'company settings for bank orders',
    'domain/third-parties/checks.ts': 'third parties have direct debit mandates',
    'domain/third-parties/fields.ts': 'third parties have direct debit mandates',
    'domain/webhooks/later-events.ts': 'the name of an announced event',
    'projections/lettering/open-items.ts': 'open items show the file that pays them',
    'projections/persons/uses.ts': 'who was paid appears in the books',
  },
  peppol: {
    'api/documents/channels.ts': 'tells how a document can be sent',
    'console/companies/exchange-card.tsx': 'the settings show the registration of the company',
    'console/invoices/answers.ts': 'an invoice is sent by mail or over the network',
    'console/invoices/delivery.tsx': 'an invoice is sent by mail or over the network',
    'api/documents/export-routes.ts': 'a sale is exported for Peppol or for France',
    'api/documentation/field-words.ts': PREFERENCE,
    'api/documents/queue-document.ts': 'a job sends a document through a network',
    'api/documents/send-by-network.ts': 'the approved platform shares the outbox of Peppol messages',
    'domain/recurring-entries/delivery.ts': PREFERENCE,
    'domain/recurring-entries/recurring-events.ts': PREFERENCE,
    'domain/third-parties/fields.ts': PREFERENCE,
    'api/lifecycle/routes.ts': 'responses over Peppol are statuses too',
    'api/lifecycle/step.ts': 'responses over Peppol are statuses too',
    'commands/approved-platform/open-platform.ts': 'the approved platform shares the inboxes of Peppol',
    'commands/approved-platform/receive.ts': 'the approved platform shares the messages of Peppol',
    'commands/approved-platform/state-lifecycle.ts': 'a status is queued as a message',
    'domain/lifecycle/lifecycle-events.ts': 'a status names its network',
    'domain/lifecycle/lifecycle.ts': 'a status is queued as a message',
    'domain/lifecycle/statuses.ts': 'a status belongs to a network',
    'domain/e-invoicing/write/write-cii.ts': 'the European standard has its identifier beside those of Peppol',
    'projections/lifecycle/tables.ts': 'a status names its network',
    'commands/file-parsing/tasks.ts': PARSED,
    'api/documents/outgoing-ubl.ts': 'a document is checked before it is sent',
    'api/documents/preview-route.ts': 'shows the rules that a document breaks',
    'api/documents/send-route.ts': 'a document is sent by mail or over the network',
    'api/lookup/enterprises.ts': IDENTIFIERS,
    'api/lookup/numbers.ts': 'looks up participants',
    'api/records/formats.ts': IDENTIFIERS,
    'api/third-parties/checks.ts': 'checks whether a third party is registered',
    'commands/document-imports/validate.ts': 'an import keeps its origin',
    'commands/history/undo.ts': 'the access point is told when a change of the options is undone',
    'commands/third-parties/check-peppol.ts': 'checks whether a third party is registered',
    'configuration/config.ts': 'settings of the directory and the access point',
    'configuration/environment.ts': 'the default address of an access point',
    'database/fault-point.ts': 'a point at which tests stop the service',
    'database/schema-migrations/0025-peppol.ts': MIGRATION,
    'database/schema-migrations/0066-peppol-claims.ts': MIGRATION,
    'database/schema-migrations/index.ts': MIGRATIONS,
    'domain/document-imports/validation.ts': 'an import keeps its origin',
    'domain/documents/document-events.ts': 'an origin of documents',
    'domain/documents/ubl-party.ts': IDENTIFIERS,
    'domain/e-invoicing/peppol.ts': NETWORK_RULES,
    'domain/e-invoicing/read/direction.ts': IDENTIFIERS,
    'domain/e-invoicing/rules/check.ts': NETWORK_RULES,
    'domain/e-invoicing/rules/national/norway.ts': NETWORK_RULES,
    'domain/e-invoicing/rules/national/sweden.ts': NETWORK_RULES,
    'domain/e-invoicing/rules/peppol-document.ts': NETWORK_RULES,
    'domain/e-invoicing/rules/process.ts': NETWORK_RULES,
    'domain/e-invoicing/write/write-ubl.ts': NETWORK_RULES,
    'domain/third-parties/check-events.ts': 'a check of third parties',
    'domain/third-parties/column-names.ts': 'a column name of import files',
    'domain/third-parties/technical-checks.ts': 'a check of third parties',
    'domain/webhooks/announced-events.ts': 'the name of an announced event',
    'domain/webhooks/later-events.ts': 'the name of an announced event',
    'outside/directories.ts': 'the directory of participants',
    'outside/http/failures.ts': 'failures name the external service',
  },
  webhooks: {
    'cli/guides/sources.ts': 'the documentation has a page of this name',
    'api/documentation/openapi.ts': 'OpenAPI documents have a section for webhooks',
    'commands/identity/join-accounts.ts': 'the webhooks of a joined account get a new maker',
    'projections/identity/joining.ts': 'the webhooks of a joined account get a new maker',
    'projections/identity/own-data.ts': 'the export of personal data counts the webhooks of a user',
    'projections/support/company-tables.ts': 'their table belongs to firms',
    'cli/commands/bench.ts': 'a benchmark of this name',
    'clients/build/document.ts': 'OpenAPI documents have a section for webhooks',
    'clients/build/python-routes.ts': 'clients know the bodies of the calls',
    'clients/typescript/index.ts': 'clients verify the calls',
    'clients/typescript/webhooks.ts': 'clients verify the calls',
    'cli/tour/receiver.ts': 'the tour receives calls',
    'cli/tour/tour.ts': 'the tour receives calls',
    'database/schema-migrations/0016-webhooks.ts': MIGRATION,
    'database/schema-migrations/index.ts': MIGRATIONS,
    'outside/http/connection-pool.ts': 'refers to the decision about its connections',
    'service/core-database.ts': 'deliveries have their own database connections',
    'service/event-log/restored-database.ts': 'a restored database does not repeat deliveries',
    'service/queue-metrics.ts': 'metrics of waiting deliveries',
    'workers/expired-data.ts': 'deletes what has expired of every subject',
    'workers/jobs.ts': TIMETABLE,
  },
  'bank-rules': {
    'console/history/history-words.ts': HISTORY,
    'console/bank/rule-dialog.tsx': 'makes a rule from a transaction',
    'domain/bank/suggestions/by-custom.ts': 'rules suggest how to book a transaction',
    'domain/bank/suggestions/knowledge.ts': 'rules suggest how to book a transaction',
    'domain/bank/suggestions/rules.ts': 'rules suggest how to book a transaction',
  },
  integrations: {
    'console/companies/settings.tsx': 'the settings explain what the demo cannot do',
    'cli/guides/sources.ts': 'the documentation has a page of this name',
    'commands/document-imports/arrivals.ts': 'uploaded messages are read like those of a mailbox',
    'commands/file-parsing/tasks.ts': PARSED,
    'domain/currency/tax-rate.ts': 'VAT uses imported exchange rates',
    'projections/currency/find-rate.ts': 'finds imported exchange rates',
    'database/schema-migrations/0029-integrations.ts': MIGRATION,
    'database/schema-migrations/index.ts': MIGRATIONS,
    'workers/expired-data.ts': 'deletes what has expired of every subject',
  },
};

describe('A subject', () => {
  for (const [subject, uses] of Object.entries(USES))
    it(`${subject} is named outside its folders by lists and by files that use it`, () => {
      const naming = findNaming(subject);
      const listed = naming.filter((file) => LISTS.includes(file));
      expect(listed.length, `lists with ${subject}: ${listed.join(', ')}`).to.be.within(1, MOST_LISTS);
      const others = naming.filter((file) => !LISTS.includes(file));
      expect(
        others.filter((file) => !Object.hasOwn(uses, file)),
        'files without a reason: let the manifest of the subject declare what they contain',
      ).to.deep.equal([]);
      expect(
        Object.keys(uses).filter((file) => !others.includes(file)),
        'reasons without a file',
      ).to.deep.equal([]);
    });
});
