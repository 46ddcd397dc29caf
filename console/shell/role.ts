import type { Api } from '../support/api.ts';
import { getFilePath, useConsole, useLoaded, type Loaded } from '../support/scene.ts';

/** What the reader may do in a company file. A button that the role may not use is absent. */

export const ROLES = ['reviewer', 'encoder', 'manager', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const hasRole = (role: Role, least: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least);

interface Member {
  readonly id: number;
  readonly role: Role;
}

export async function readRole(api: Api, path: string, signal: AbortSignal): Promise<Role> {
  const [me, members] = await Promise.all([
    api.get<{ readonly id: number }>('/v1/auth/me', {}, signal),
    api.get<readonly Member[]>(`${path}/members`, {}, signal),
  ]);
  // A platform administrator is no member and may only look here.
  return members.find(({ id }) => id === me.id)?.role ?? 'reviewer';
}

export function useRole(): Loaded<Role> {
  const { api, place } = useConsole();
  const path = getFilePath(place);
  return useLoaded(`${path} role`, (signal) => readRole(api, path, signal));
}
