import type { Route } from '../http/routing/route.ts';

/** Operation ids, usable as names of generated functions: `listEntries`, `createAccount`, `reverseEntry`. */

type Named = Pick<Route, 'method' | 'path'>;

/** Operations whose usual name differs from their path. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  'get /': 'getService',
  'get /v1/ping': 'ping',
  'get /v1/status': 'getStatus',
  'get /v1/pricing': 'getPricing',
  'get /v1/integrations': 'listIntegrationCatalogue',
  'get /v1/reference/iban/{iban}': 'checkIban',
  'post /v1/auth/login': 'signIn',
  'post /v1/auth/logout': 'signOut',
  'get /v1/auth/me': 'getMe',
  'patch /v1/auth/me': 'updateMe',
  'put /v1/auth/password': 'changePassword',
  'post /v1/auth/email': 'changeEmail',
  'get /v1/auth/email/verify': 'verifyEmail',
  'post /v1/auth/email/verify': 'confirmEmail',
  'post /v1/auth/invitations/{token}': 'acceptInvitation',
  'post /v1/auth/password/forgot': 'forgetPassword',
  'get /v1/auth/password/reset': 'getPasswordReset',
  'post /v1/auth/password/reset': 'resetPassword',
  'post /v1/auth/totp': 'prepareSecondFactor',
  'post /v1/auth/totp/confirm': 'confirmSecondFactor',
  'delete /v1/auth/totp': 'removeSecondFactor',
  'post /v1/firms/{firm}/members/{user}/invitation': 'inviteMember',
  'post /v1/firms/{firm}/sync': 'syncFirm',
  'post /v1/firms/{firm}/licence': 'activateLicence',
  'delete /v1/firms/{firm}/licence': 'releaseLicence',
  'get /v1/firms/{firm}/activity': 'listFirmActivity',
  'get /v1/firms/{firm}/vat/calendar': 'getFirmVatCalendar',
  'put /v1/firms/{firm}/members/{user}/companies': 'replaceMemberCompanies',
  'get /v1/trash/companies': 'listTrashedCompanies',
  'post /v1/trash/companies/{token}/restore': 'restoreCompany',
  'get /v1/companies/{company}/history': 'listRevisions',
  'get /v1/companies/{company}/history/{revision}': 'getRevision',
  'get /v1/companies/{company}/history/operations/{operation}': 'getOperation',
  'post /v1/companies/{company}/history/{revision}/revert': 'revertRevision',
  'post /v1/companies/{company}/history/operations/{operation}/revert': 'revertOperation',
  'get /v1/companies/{company}/activity': 'listCompanyActivity',
  'get /v1/companies/{company}/trash': 'listTrash',
  'delete /v1/companies/{company}/trash': 'emptyTrash',
  'delete /v1/companies/{company}/trash/{type}/{id}': 'purgeRecord',
  'post /v1/companies/{company}/trash/{type}/{id}/restore': 'restoreRecord',
  'post /v1/companies/{company}/sheet/refresh': 'refreshCompanySheet',
  'get /v1/companies/{company}/members': 'listCompanyMembers',
  'get /v1/companies/{company}/dashboard': 'getCompanyDashboard',
  'get /v1/companies/{company}/settings': 'getCompanySettings',
  'patch /v1/companies/{company}/settings': 'updateCompanySettings',
  'put /v1/companies/{company}/logo': 'putCompanyLogo',
  'delete /v1/companies/{company}/logo': 'deleteCompanyLogo',
  'post /v1/companies/{company}/fiscal-years': 'openFiscalYear',
  'post /v1/companies/{company}/fiscal-years/{id}/opening-balance': 'postOpeningBalance',
  'post /v1/companies/{company}/journal-rules/test': 'testJournalRules',
  'post /v1/companies/{company}/third-parties/{id}/check-vat': 'checkThirdPartyVat',
  'post /v1/companies/{company}/third-parties/{id}/check-peppol': 'checkThirdPartyPeppol',
  'get /v1/companies/{company}/peppol': 'getPeppolRegistration',
  'post /v1/companies/{company}/peppol': 'registerInPeppol',
  'patch /v1/companies/{company}/peppol': 'updatePeppolRegistration',
  'delete /v1/companies/{company}/peppol': 'leavePeppol',
  'post /v1/companies/{company}/peppol/refresh': 'refreshPeppolRegistration',
  'post /v1/companies/{company}/peppol/receive': 'receivePeppolMessages',
  'post /v1/companies/{company}/peppol/messages/{id}/resend': 'resendPeppolMessage',
  'post /v1/peppol/inbox/{provider}': 'announceToPeppolInbox',
  'post /v1/companies/{company}/documents/{id}/send': 'sendDocument',
  'post /v1/companies/{company}/entries': 'postEntry',
  'post /v1/companies/{company}/entries/invoice': 'postInvoice',
  'post /v1/companies/{company}/entries/credit-note': 'postCreditNote',
  'post /v1/companies/{company}/entries/preview': 'previewEntry',
  'post /v1/companies/{company}/entries/batch': 'postBatch',
  'get /v1/companies/{company}/reports/journals': 'getJournalsReport',
  'get /v1/companies/{company}/vat/calendar': 'getVatCalendar',
  'get /v1/companies/{company}/vat/control': 'controlVat',
  'get /v1/companies/{company}/reports/third-party-balance': 'getThirdPartyBalanceReport',
  'get /v1/companies/{company}/lettering': 'listLetterings',
  'post /v1/companies/{company}/lettering': 'letterLines',
  'post /v1/companies/{company}/lettering/auto': 'letterAutomatically',
  'delete /v1/companies/{company}/lettering/{id}': 'undoLettering',
  'get /v1/companies/{company}/sync/pull': 'pullChanges',
  'get /v1/files/logos/{name}': 'getLogo',
};

export function getOperationId({ method, path }: Named): string {
  return OWN_NAMES[`${method} ${path}`] ?? deriveOperationId({ method, path });
}

/** Path segments that only group routes and say nothing about the resource. */
const UNSPOKEN = new Set(['v1', 'auth', 'reference', 'reports', 'companies', 'firms']);
const VERBS = { post: 'create', patch: 'update', put: 'put', delete: 'delete' } as const;

/** A collection supports list and create; an item get, update and delete. A segment after either of them is an action on it. */
function deriveOperationId({ method, path }: Named): string {
  const parts = path.split('/').filter(Boolean);
  const nouns = parts.flatMap((part, index): Noun[] => {
    if (part.startsWith('{')) return [];
    const isOne = parts[index + 1]?.startsWith('{') ?? false;
    return [{ name: part, isOne }];
  });
  const spoken = nouns.filter(({ name }, index) => index === nouns.length - 1 || !UNSPOKEN.has(name));
  const ofFirm = path.startsWith('/v1/firms/{firm}/') ? 'Firm' : '';
  const last = spoken.at(-1)!;
  const owner = spoken.at(-2);
  if (method === 'post' && owner && !isPlural(last.name))
    return toCamelCase(last.name) + (owner.isOne ? toSingular(owner.name) : toPascalCase(owner.name));
  const before = owner ? toSingular(owner.name) : ofFirm;
  if (method === 'get' && isPlural(last.name) && !last.isOne) return `list${before}${toPascalCase(last.name)}`;
  return `${method === 'get' ? 'get' : VERBS[method]}${before}${toSingular(last.name)}`;
}

interface Noun {
  readonly name: string;
  /** A single item: an id follows. */
  readonly isOne: boolean;
}

const isPlural = (noun: string): boolean => noun.endsWith('s') && !noun.endsWith('ss');

export const toPascalCase = (words: string): string =>
  words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function toCamelCase(words: string): string {
  const name = toPascalCase(words);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

const toSingular = (noun: string): string => toPascalCase(noun.replace(/ies$/, 'y').replace(/([^s])s$/, '$1'));
