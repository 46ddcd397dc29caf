import type { Route } from '../../../api/http/routing/route.ts';
import { nameOf } from './requests.ts';

/**
 * What the demo keeps from reaching anyone outside, written down apart from the table of routes: the operations that the
 * specification lists, and the few more that we close. Routes that are not built yet have their line already.
 */
export const WALLS: Readonly<Record<string, readonly RegExp[]>> = {
  Peppol: [
    /^(POST|PATCH|DELETE) \/v1\/companies\/\{company\}\/peppol(\/refresh|\/receive|\/transfer|\/transfer\/\{id\}\/confirm|\/messages\/\{id\}\/resend)?$/,
    /^POST \/v1\/companies\/\{company\}\/third-parties\/\{id\}\/check-peppol$/,
    /^POST \/v1\/companies\/\{company\}\/documents\/\{id\}\/(send|lifecycle)$/,
  ],
  'synchronisation with the external platform': [
    /^POST \/v1\/firms\/\{firm\}\/sync$/,
    /^POST \/v1\/companies\/\{company\}\/sync\/external$/,
  ],
  'e-mails and reminders': [
    /^POST \/v1\/companies\/\{company\}\/(mails|reminders)$/,
    /^PUT \/v1\/companies\/\{company\}\/mail-templates\/\{kind\}$/,
    /^POST \/v1\/companies\/\{company\}\/mail\/senders(\/confirm)?$/,
  ],
  integrations: [/^(POST|PATCH|DELETE) \/v1\/companies\/\{company\}\/integrations(\/\{id\}(\/run)?)?$/],
  'licence keys': [/^(POST|DELETE) \/v1\/firms\/\{firm\}\/licence$/],
  'team and firm management': [
    /^POST \/v1\/firms$/,
    /^PATCH \/v1\/firms\/\{firm\}$/,
    /^(PUT|DELETE) \/v1\/firms\/\{firm\}\/logo$/,
    /^(POST|PATCH|PUT|DELETE) \/v1\/firms\/\{firm\}\/members(\/\{user\}(\/companies|\/invitation)?)?$/,
    /^(GET|DELETE) \/v1\/firms\/\{firm\}\/members\/\{user\}\/tokens(\/\{token\})?$/,
  ],
  'creation and deletion of company files': [
    /^POST \/v1\/companies$/,
    /^DELETE \/v1\/companies\/\{company\}$/,
    /^POST \/v1\/trash\/companies\/\{token\}\/restore$/,
    /^POST \/v1\/companies\/\{company\}\/migrations$/,
  ],
  webhooks: [/^\w+ \/v1\/firms\/\{firm\}\/webhooks/],
  'integration tokens': [/^(POST|DELETE) \/v1\/auth\/tokens(\/\{token\})?$/],
  'company lookups and VIES': [
    /^GET \/v1\/lookup\//,
    /^POST \/v1\/companies\/\{company\}\/sheet\/refresh$/,
    /^POST \/v1\/companies\/\{company\}\/third-parties\/\{id\}\/check-vat$/,
  ],
  'uploads and analysis of the document importer': [
    /^POST \/v1\/companies\/\{company\}\/document-imports(\/\{id\}\/process)?$/,
  ],
  'SEPA files': [
    /^(POST|DELETE) \/v1\/companies\/\{company\}\/sepa-files(\/\{id\}(\/book|\/cancel)?)?$/,
    /^GET \/v1\/companies\/\{company\}\/sepa-files\/\{id\}\/file$/,
  ],
  // Not in the list of the specification: all who try the demo share its accounts.
  'the account of whoever tries it, and what cannot be brought back': [
    /^POST \/v1\/companies\/\{company\}\/third-parties\/\{id\}\/erase$/,
    /^(PATCH|DELETE) \/v1\/auth\/me$/,
    /^GET \/v1\/auth\/me\/personal-data$/,
    /^POST \/v1\/auth\/me\/join$/,
    /^PUT \/v1\/auth\/password$/,
    /^POST \/v1\/auth\/email$/,
    /^(POST|GET|DELETE) \/v1\/auth\/(totp|invitations|password)\b/,
  ],
};

/** What the specification says can be tried in the demo. */
export const TRIED: Readonly<Record<string, RegExp>> = {
  entries: /^(POST|PATCH) \/v1\/companies\/\{company\}\/entries/,
  lettering: /^(POST|DELETE) \/v1\/companies\/\{company\}\/lettering/,
  'VAT declarations': /^\w+ \/v1\/companies\/\{company\}\/vat-declarations/,
  exports: /^GET \/v1\/companies\/\{company\}\/exports/,
  history: /^\w+ \/v1\/companies\/\{company\}\/(history|activity|events)/,
  'recycle bin': /^\w+ \/v1\/companies\/\{company\}\/trash/,
  synchronisation: /^\w+ \/v1\/companies\/\{company\}\/sync\/(?!external)/,
};

export const wallsOf = (route: Pick<Route, 'method' | 'path'>): string[] =>
  Object.entries(WALLS)
    .filter(([, patterns]) => patterns.some((pattern) => pattern.test(nameOf(route))))
    .map(([name]) => name);
