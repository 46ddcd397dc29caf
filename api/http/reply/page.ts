import type { IncomingMessage } from 'node:http';
import { isRefusal } from '../../../domain/refusal.ts';
import type { Answer } from './answer.ts';
import { isPageForm } from '../input/body.ts';
import type { Call } from '../routing/call.ts';
import { getRefusalStatus } from './errors.ts';
import { PAGE_POLICY } from './html.ts';
import type { Outcome, PageOf } from '../routing/route.ts';

/** Browsers that open a link ask for HTML explicitly; programs do not. A submitted form is answered with a page. */
export function wantsPage(request: IncomingMessage): boolean {
  if (request.method === 'POST') return isPageForm(request);
  return /\btext\/html\b/.test(request.headers.accept ?? '');
}

/** Such a page must not be cached, framed, or leak its URL through links. */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
};

export async function buildPageAnswer(page: PageOf<never, never>, call: Call, outcome: Outcome): Promise<Answer> {
  const request = {
    params: call.params,
    query: call.query,
    services: call.services,
    language: call.language,
    pathUrl: call.pathUrl,
    search: call.search,
    form: pickTextFields(call.json),
  };
  const { html, status } = await page(request, outcome);
  const { headers: { 'Retry-After': retryAfter = '' } = {} } = outcome;
  return {
    status: status ?? (isRefusal(outcome) ? getRefusalStatus(outcome) : outcome.status),
    headers: { ...HEADERS, ...(retryAfter !== '' && { 'Retry-After': retryAfter }) },
    body: html,
  };
}

function pickTextFields(json: unknown): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries(typeof json === 'object' && json !== null ? json : {});
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
