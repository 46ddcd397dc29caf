import { findInvitation } from '../../commands/identity/accept-invitation.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { LinkRow } from '../../projections/identity/links.ts';
import { buildErrorBody } from '../http/reply/errors.ts';
import { renderDocument, field, markup, renderProblems, type Html } from '../http/reply/html.ts';
import type { PageOf } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';

/** Page behind an invitation link. Opening it has no effect; submitting its form does. */
export const renderInvitationPage: PageOf<{ readonly token: string } | undefined, undefined> = async (
  request,
  outcome,
) => {
  const { params, services, language, pathUrl, form: sent } = request;
  if (!isRefusal(outcome) && outcome.status === 201) {
    const { user } = outcome.body as { readonly user: { readonly email: string } };
    return { html: renderDonePage(language, 'page_accepted_title', 'page_accepted_text', { email: user.email }) };
  }
  if (params === undefined) {
    // Refused before the address was read, for example after too many attempts.
    const content = markup`${renderProblems(isRefusal(outcome) ? listRefusalMessages(outcome, language) : [])}`;
    return { html: renderDocument({ language, title: translate('page_accept', language), content }) };
  }
  const link = await findInvitation(services, params.token);
  if (!link) return { html: renderLinkExpiredPage(language), status: 404 };
  return {
    html: renderDocument({
      language,
      title: formatTitle(link, language),
      content: renderForm(link, language, pathUrl, isRefusal(outcome) ? outcome : null, sent['name'] ?? ''),
      buildLanguageUrl: (other) => `${pathUrl}?lang=${other}`,
    }),
  };
};

function formatTitle({ firm_name }: LinkRow, language: Language): string {
  return firm_name === null
    ? translate('page_platform_invitation_title', language)
    : translate('page_invitation_title', language, { firm: firm_name });
}

function renderForm(link: LinkRow, language: Language, pathUrl: string, refused: Refusal | null, name: string): Html {
  const { email, is_claimed, firm_id } = link;
  const translateKey = (key: Parameters<typeof translate>[0], values = {}) => translate(key, language, values);
  const isFieldWrong = (name: string) => refused?.problems.some((problem) => problem.field === name) === true;
  return markup`
    ${firm_id === null ? markup`<p>${translateKey('page_platform_invitation_text')}</p>` : null}
    <p>${translateKey(is_claimed ? 'page_accept_text' : 'page_claim_text', { email })}</p>
    ${renderProblems(refused === null ? [] : listRefusalMessages(refused, language))}
    <form method="post" action="${pathUrl}?lang=${language}">
      ${is_claimed ? null : field({ name: 'name', label: translateKey('page_name'), autocomplete: 'name', value: name, isWrong: isFieldWrong('name') })}
      ${field({
        name: 'password',
        label: translateKey(is_claimed ? 'page_password' : 'page_new_password'),
        type: 'password',
        autocomplete: is_claimed ? 'current-password' : 'new-password',
        isWrong: isFieldWrong('password'),
      })}
      ${
        link.has_second_factor && is_claimed
          ? field({
              name: 'totp_code',
              label: translateKey('page_second_factor'),
              autocomplete: 'one-time-code',
              inputmode: 'numeric',
              isWrong: isFieldWrong('totp_code'),
            })
          : null
      }
      ${
        !is_claimed && link.means === 'handed_over'
          ? field({
              name: 'current_password',
              label: translateKey('page_earlier_password'),
              type: 'password',
              autocomplete: 'current-password',
              isOptional: true,
              isWrong: isFieldWrong('current_password'),
            })
          : null
      }
      ${is_claimed ? null : renderLanguageChoice(language)}
      <button type="submit">${translateKey('page_accept')}</button>
    </form>
    ${link.doubted_link_id === null ? null : renderReclaimForm(link, language, pathUrl)}
    ${renderExpiry(link.expires_at, language)}`;
}

/** For a person whose account was claimed by someone else before them. */
function renderReclaimForm({ email }: LinkRow, language: Language, pathUrl: string): Html {
  return markup`<hr>
    <p>${translate('page_claim_anew_text', language, { email })}</p>
    <form method="post" action="${pathUrl}?lang=${language}">
      <input type="hidden" name="claim_anew" value="1">
      <label for="new_password">${translate('page_new_password', language)}</label>
      <input id="new_password" name="password" type="password" autocomplete="new-password" required>
      <button type="submit">${translate('page_claim_anew', language)}</button>
    </form>`;
}

function renderLanguageChoice(language: Language): Html {
  const options = LANGUAGES.map(
    (one) =>
      markup`<option value="${one}"${one === language ? { html: ' selected' } : null}>${getLanguageName(one)}</option>`,
  );
  return markup`<label for="locale">${translate('page_language', language)}</label>
    <select id="locale" name="locale">${options}</select>`;
}

const getLanguageName = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

export function renderExpiry(expiresAt: string, language: Language): Html {
  const date = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Brussels',
  }).format(new Date(expiresAt));
  return markup`<p class="soft">${translate('page_works_until', language, { date })}</p>`;
}

export const listRefusalMessages = (refused: Refusal, language: Language): readonly string[] => {
  const { errors, message } = buildErrorBody(refused, language);
  const texts = Object.values(errors ?? {}).flat();
  return texts.length > 0 ? texts : [message];
};

export function renderLinkExpiredPage(language: Language): string {
  return renderDonePage(language, 'page_link_over_title', 'page_link_over_text');
}

type DoneKey = 'page_accepted_title' | 'page_accepted_text' | 'page_link_over_title' | 'page_link_over_text';

export function renderDonePage(
  language: Language,
  title: DoneKey,
  text: DoneKey,
  values: Record<string, string> = {},
): string {
  return renderDocument({
    language,
    title: translate(title, language, values),
    content: markup`<p>${translate(text, language, values)}</p>`,
  });
}
