import { VERSION } from '../../support/version.ts';
import { markup, renderDocument, type Html } from '../http/reply/html.ts';
import type { PageOf } from '../http/routing/route.ts';
import { translate } from '../i18n/translate.ts';

type Key = Parameters<typeof translate>[0];

interface Link {
  readonly url: string;
  readonly name: Key;
  readonly about: Key;
}

const CONSOLE: Link = { url: '/console', name: 'page_front_console', about: 'page_front_console_about' };
const DEMO: Link = { url: '/docs#demo', name: 'page_front_demo', about: 'page_front_demo_about' };
const DOCS: Link = { url: '/docs', name: 'page_front_docs', about: 'page_front_docs_about' };

/** Page for a person who opens the address of the service in a browser. */
export const renderFrontPage: PageOf<undefined, undefined> = ({ language, services }) => {
  const say = (key: Key, values: Readonly<Record<string, string>> = {}): string => translate(key, language, values);
  const links = services.offersDemo ? [CONSOLE, DEMO, DOCS] : [CONSOLE, DOCS];
  const content = markup`
    <p>${say('page_front_text', { version: VERSION })}</p>
    ${links.map(({ url, name, about }): Html => markup`<p><a href="${url}">${say(name)}</a><br />${say(about)}</p>`)}
    <p class="soft">${say('page_front_programs')} <a href="/v1/status">/v1/status</a>, <a href="/openapi.json">/openapi.json</a></p>`;
  const title = say('page_front_title');
  return { html: renderDocument({ language, title, content, buildLanguageUrl: (other) => `/?lang=${other}` }) };
};
