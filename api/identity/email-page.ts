import { isRefusal } from '../../domain/refusal.ts';
import { documentOf, markup } from '../http/reply/html.ts';
import type { PageOf } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { messagesOf } from './invitation-page.ts';

/** The page behind the link that confirms an address: opening it confirms nothing, its button does. */
export const emailPage: PageOf<undefined, { readonly user: number; readonly request: string }> = (request, outcome) => {
  const { language, pathUrl, search } = request;
  const say = (key: Parameters<typeof translate>[0], values = {}) => translate(key, language, values);
  if (isRefusal(outcome)) {
    const content = markup`<p>${messagesOf(outcome, language).join(' ')}</p>`;
    return { html: documentOf({ language, title: say('page_link_over_title'), content }) };
  }
  const { email, message, is_confirmed } = outcome.body as {
    readonly email: string;
    readonly message?: string;
    readonly is_confirmed?: boolean;
  };
  if (message !== undefined || is_confirmed === true) {
    const content = markup`<p>${message ?? say('address_confirmed', { email })}</p>`;
    return { html: documentOf({ language, title: say('page_accepted_title'), content }) };
  }
  const content = markup`
    <p>${say('page_email_text', { email })}</p>
    <form method="post" action="${pathUrl}?${search}">
      <button type="submit">${say('page_email_confirm')}</button>
    </form>
    <p class="soft">${say('page_email_not_you')}</p>`;
  return { html: documentOf({ language, title: say('page_email_title'), content }) };
};
