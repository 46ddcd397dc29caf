import { isRefusal } from '../../domain/refusal.ts';
import { renderDocument, field, markup, renderProblems } from '../http/reply/html.ts';
import type { PageOf } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';
import { renderLinkExpiredPage, listRefusalMessages } from './invitation-page.ts';

/** Page behind the link that resets a forgotten password. */
export const renderResetPage: PageOf<undefined, { readonly token: string } | undefined> = (request, outcome) => {
  const { language, pathUrl, query, form } = request;
  const translateKey = (key: Parameters<typeof translate>[0], values = {}) => translate(key, language, values);
  if (!isRefusal(outcome) && outcome.status === 204) {
    const content = markup`<p>${translateKey('page_reset_done')}</p>`;
    // A page has a body; a 204 response cannot have one.
    return { html: renderDocument({ language, title: translateKey('page_accepted_title'), content }), status: 200 };
  }
  const token = query?.token ?? form['token'];
  const isOver = isRefusal(outcome) && outcome.code === 'link_outdated';
  if (isOver || token === undefined) return { html: renderLinkExpiredPage(language), status: 403 };
  const refused = isRefusal(outcome) ? outcome : null;
  const address = isRefusal(outcome) ? null : (outcome.body as { readonly email: string }).email;
  const content = markup`
    <p>${address === null ? null : translateKey('page_reset_text', { email: address })}</p>
    ${renderProblems(refused ? listRefusalMessages(refused, language) : [])}
    <form method="post" action="${pathUrl}?lang=${language}">
      <input type="hidden" name="token" value="${token}">
      ${field({
        name: 'password',
        label: translateKey('page_new_password'),
        type: 'password',
        autocomplete: 'new-password',
        isWrong: refused !== null,
      })}
      <button type="submit">${translateKey('page_reset_confirm')}</button>
    </form>
    <p class="soft">${translateKey('page_reset_ends')}</p>`;
  const buildLanguageUrl = (other: string) => `${pathUrl}?token=${token}&lang=${other}`;
  return { html: renderDocument({ language, title: translateKey('page_reset_title'), content, buildLanguageUrl }) };
};
