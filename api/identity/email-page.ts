import { isRefusal } from '../../domain/refusal.ts';
import { renderDocument, markup } from '../http/reply/html.ts';
import type { PageOf } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { listRefusalMessages } from './invitation-page.ts';

/** Page behind the link that confirms an address: opening it confirms nothing, its button does. */
export const renderEmailPage: PageOf<undefined, { readonly user: number; readonly request: string }> = (
  request,
  outcome,
) => {
  const { language, pathUrl, search } = request;
  const translateKey = (key: Parameters<typeof translate>[0], values = {}) => translate(key, language, values);
  if (isRefusal(outcome)) {
    const content = markup`<p>${listRefusalMessages(outcome, language).join(' ')}</p>`;
    return { html: renderDocument({ language, title: translateKey('page_link_over_title'), content }) };
  }
  const { email, message, is_confirmed } = outcome.body as {
    readonly email: string;
    readonly message?: string;
    readonly is_confirmed?: boolean;
  };
  if (message !== undefined || is_confirmed === true) {
    const content = markup`<p>${message ?? translateKey('address_confirmed', { email })}</p>`;
    return { html: renderDocument({ language, title: translateKey('page_accepted_title'), content }) };
  }
  const content = markup`
    <p>${translateKey('page_email_text', { email })}</p>
    <form method="post" action="${pathUrl}?${search}">
      <button type="submit">${translateKey('page_email_confirm')}</button>
    </form>
    <p class="soft">${translateKey('page_email_not_you')}</p>`;
  return { html: renderDocument({ language, title: translateKey('page_email_title'), content }) };
};

/** Page behind the link that stops a change of address: opening it stops nothing, its button does. */
export const renderCancelPage: PageOf<undefined, { readonly user: number; readonly request: string }> = (
  request,
  outcome,
) => {
  const { language, pathUrl, search } = request;
  const translateKey = (key: Parameters<typeof translate>[0]) => translate(key, language);
  if (isRefusal(outcome)) {
    const content = markup`<p>${listRefusalMessages(outcome, language).join(' ')}</p>`;
    return { html: renderDocument({ language, title: translateKey('page_link_over_title'), content }) };
  }
  const title = translateKey('page_cancel_email_title');
  const { message } = outcome.body as { readonly message: string | null };
  if (message !== null) return { html: renderDocument({ language, title, content: markup`<p>${message}</p>` }) };
  const content = markup`
    <p>${translateKey('page_cancel_email_text')}</p>
    <form method="post" action="${pathUrl}?${search}">
      <button type="submit">${translateKey('page_cancel_email_confirm')}</button>
    </form>`;
  return { html: renderDocument({ language, title, content }) };
};
