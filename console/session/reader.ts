import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../support/api.ts';
import { LANGUAGES, type Language } from '../support/words.ts';

interface Me {
  readonly id: number;
  readonly name: string;
  readonly locale: string | null;
  readonly firms: readonly { readonly public_token: string }[];
}

interface Member {
  readonly id: number;
  readonly name: string | null;
}

interface Reader {
  /** Name of a team member, if the team is visible to the user; else the user number. */
  readonly getUserName: (id: number) => string;
  /** Language of the account, which takes precedence over the browser. */
  readonly language: Language | null;
}

export function useReader(api: Api | null): Reader {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const [language, setLanguage] = useState<Language | null>(null);
  useEffect(() => {
    if (api)
      api
        .get<Me>('/v1/auth/me')
        .then((me) => {
          setLanguage(LANGUAGES.find((one) => one === me.locale) ?? null);
          return fetchUserNames(api, me);
        })
        .then(setNames, () => undefined);
  }, [api]);
  return { getUserName: (id) => names.get(id) ?? `#${id}`, language };
}

async function fetchUserNames(api: Api, me: Me): Promise<ReadonlyMap<number, string>> {
  const teams = await Promise.all(
    me.firms.map(({ public_token }) =>
      api.get<readonly Member[]>(`/v1/firms/${public_token}/members`).catch((): readonly Member[] => []),
    ),
  );
  const known = teams
    .flat()
    .flatMap(({ id, name }): readonly (readonly [number, string])[] => (name ? [[id, name]] : []));
  return new Map([[me.id, me.name], ...known]);
}
