import { useEffect, useState } from 'preact/hooks';
import type { Api } from '../support/api.ts';

interface Me {
  readonly id: number;
  readonly name: string;
  readonly firms: readonly { readonly public_token: string }[];
}

interface Member {
  readonly id: number;
  readonly name: string | null;
}

/** The names of colleagues, as far as one may see the team; others are told by their number. */
export function useNames(api: Api | null): (id: number) => string {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    if (api) void namesFor(api).then(setNames, () => undefined);
  }, [api]);
  return (id) => names.get(id) ?? `#${id}`;
}

async function namesFor(api: Api): Promise<ReadonlyMap<number, string>> {
  const me = await api.get<Me>('/v1/auth/me');
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
