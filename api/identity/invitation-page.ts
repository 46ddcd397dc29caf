import { findInvitation } from '../../commands/identity/accept-invitation.ts';
import { LANGUAGES, type Language } from '../../domain/language.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import type { LinkRow } from '../../projections/identity/links.ts';
import { errorBody } from '../http/reply/errors.ts';
import { documentOf, field, markup, problems, type Html } from '../http/reply/html.ts';
import type { PageOf } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';

/** The page behind the link of an invitation. Opening it does nothing: what it says happens when its form is sent. */
export const invitationPage: PageOf<{ readonly token: string } | undefined, undefined> = async (request, outcome) => {
  const { params, services, language, pathUrl, form: sent } = request;
  if (!isRefusal(outcome) && outcome.status === 201) {
    const { user } = outcome.body as { readonly user: { readonly email: string } };
    return { html: donePage(language, 'page_accepted_title', 'page_accepted_text', { email: user.email }) };
  }
  if (params === undefined) {
    // Refused before the address was read, as after too many attempts.
    const content = markup`${problems(isRefusal(outcome) ? messagesOf(outcome, language) : [])}`;
    return { html: documentOf({ language, title: translate('page_accept', language), content }) };
  }
  const link = await findInvitation(services, params.token);
  if (!link) return { html: linkOverPage(language), status: 404 };
  return {
    html: documentOf({
      language,
      title: titleOf(link, language),
      content: form(link, language, pathUrl, isRefusal(outcome) ? outcome : null, sent['name'] ?? ''),
      inLanguage: (other) => `${pathUrl}?lang=${other}`,
    }),
  };
};

function titleOf({ firm_name }: LinkRow, language: Language): string {
  return firm_name === null
    ? translate('page_platform_invitation_title', language)
    : translate('page_invitation_title', language, { firm: firm_name });
}

function form(link: LinkRow, language: Language, pathUrl: string, refused: Refusal | null, name: string): Html {
  const { email, is_claimed, firm_id } = link;
  const say = (key: Parameters<typeof translate>[0], values = {}) => translate(key, language, values);
  const isWrong = (name: string) => refused?.problems.some((problem) => problem.field === name) === true;
  return markup`
    ${firm_id === null ? markup`<p>${say('page_platform_invitation_text')}</p>` : null}
    <p>${say(is_claimed ? 'page_accept_text' : 'page_claim_text', { email })}</p>
    ${problems(refused === null ? [] : messagesOf(refused, language))}
    <form method="post" action="${pathUrl}?lang=${language}">
      ${is_claimed ? null : field({ name: 'name', label: say('page_name'), autocomplete: 'name', value: name, isWrong: isWrong('name') })}
      ${field({
        name: 'password',
        label: say(is_claimed ? 'page_password' : 'page_new_password'),
        type: 'password',
        autocomplete: is_claimed ? 'current-password' : 'new-password',
        isWrong: isWrong('password'),
      })}
      ${
        link.has_second_factor && is_claimed
          ? field({
              name: 'totp_code',
              label: say('page_second_factor'),
              autocomplete: 'one-time-code',
              inputmode: 'numeric',
              isWrong: isWrong('totp_code'),
            })
          : null
      }
      ${
        !is_claimed && link.means === 'handed_over'
          ? field({
              name: 'current_password',
              label: say('page_earlier_password'),
              type: 'password',
              autocomplete: 'current-password',
              isOptional: true,
              isWrong: isWrong('current_password'),
            })
          : null
      }
      ${is_claimed ? null : languageChoice(language)}
      <button type="submit">${say('page_accept')}</button>
    </form>
    ${link.doubted_link_id === null ? null : takingBack(link, language, pathUrl)}
    ${untilText(link.expires_at, language)}`;
}

/** For whoever finds that someone else has claimed the account before them. */
function takingBack({ email }: LinkRow, language: Language, pathUrl: string): Html {
  return markup`<hr>
    <p>${translate('page_claim_anew_text', language, { email })}</p>
    <form method="post" action="${pathUrl}?lang=${language}">
      <input type="hidden" name="claim_anew" value="1">
      <label for="new_password">${translate('page_new_password', language)}</label>
      <input id="new_password" name="password" type="password" autocomplete="new-password" required>
      <button type="submit">${translate('page_claim_anew', language)}</button>
    </form>`;
}

function languageChoice(language: Language): Html {
  const options = LANGUAGES.map(
    (one) => markup`<option value="${one}"${one === language ? { html: ' selected' } : null}>${nameOf(one)}</option>`,
  );
  return markup`<label for="locale">${translate('page_language', language)}</label>
    <select id="locale" name="locale">${options}</select>`;
}

const nameOf = (language: Language): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

export function untilText(expiresAt: string, language: Language): Html {
  const date = new Intl.DateTimeFormat(language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/Brussels',
  }).format(new Date(expiresAt));
  return markup`<p class="soft">${translate('page_works_until', language, { date })}</p>`;
}

export const messagesOf = (refused: Refusal, language: Language): readonly string[] => {
  const { errors, message } = errorBody(refused, language);
  const told = Object.values(errors ?? {}).flat();
  return told.length > 0 ? told : [message];
};

export function linkOverPage(language: Language): string {
  return donePage(language, 'page_link_over_title', 'page_link_over_text');
}

type DoneKey = 'page_accepted_title' | 'page_accepted_text' | 'page_link_over_title' | 'page_link_over_text';

export function donePage(
  language: Language,
  title: DoneKey,
  text: DoneKey,
  values: Record<string, string> = {},
): string {
  return documentOf({
    language,
    title: translate(title, language, values),
    content: markup`<p>${translate(text, language, values)}</p>`,
  });
}
