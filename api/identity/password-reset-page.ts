import { isRefusal } from '../../domain/refusal.ts';
import { documentOf, field, markup, problems } from '../http/reply/html.ts';
import type { PageOf } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { linkOverPage, messagesOf } from './invitation-page.ts';

/** The page behind the link by which a forgotten password is replaced. */
export const resetPage: PageOf<undefined, { readonly token: string } | undefined> = (request, outcome) => {
  const { language, pathUrl, query, form } = request;
  const say = (key: Parameters<typeof translate>[0], values = {}) => translate(key, language, values);
  if (!isRefusal(outcome) && outcome.status === 204) {
    const content = markup`<p>${say('page_reset_done')}</p>`;
    // A page has a body, which a 204 has not.
    return { html: documentOf({ language, title: say('page_accepted_title'), content }), status: 200 };
  }
  const token = query?.token ?? form['token'];
  const isOver = isRefusal(outcome) && outcome.code === 'link_outdated';
  if (isOver || token === undefined) return { html: linkOverPage(language), status: 403 };
  const refused = isRefusal(outcome) ? outcome : null;
  const address = isRefusal(outcome) ? null : (outcome.body as { readonly email: string }).email;
  const content = markup`
    <p>${address === null ? null : say('page_reset_text', { email: address })}</p>
    ${problems(refused ? messagesOf(refused, language) : [])}
    <form method="post" action="${pathUrl}?lang=${language}">
      <input type="hidden" name="token" value="${token}">
      ${field({
        name: 'password',
        label: say('page_new_password'),
        type: 'password',
        autocomplete: 'new-password',
        isWrong: refused !== null,
      })}
      <button type="submit">${say('page_reset_confirm')}</button>
    </form>
    <p class="soft">${say('page_reset_ends')}</p>`;
  const inLanguage = (other: string) => `${pathUrl}?token=${token}&lang=${other}`;
  return { html: documentOf({ language, title: say('page_reset_title'), content, inLanguage }) };
};
