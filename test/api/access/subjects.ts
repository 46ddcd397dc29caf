import { ROLES, type Role, type TokenAbility } from '../../../api/http/routing/access.ts';
import type { CompanyRole } from '../../../domain/firms/member-events.ts';
import type { Client } from '../../support/client.ts';
import type { TestService } from '../../support/service.ts';
import type { Scene } from './scene.ts';

/** Someone who calls, and what is known of them before they do. */
export interface Subject {
  readonly name: string;
  readonly client: Client;
  /** Null for those who are nobody. */
  readonly userId: number | null;
  /** What the token is good for; null: nothing at all. */
  readonly abilities: 'all' | readonly TokenAbility[] | null;
  /** Roles in the firm and in the company file of the scene; null: not seen. */
  readonly firmRole: Role | null;
  readonly fileRole: Role | null;
  readonly isPlatformAdmin: boolean;
  readonly isDemo: boolean;
  /** Of someone who sees only the files assigned by name: the role in them. */
  readonly narrowing?: CompanyRole | null;
  /** The same person with another token, for what ends the token that it is called with. */
  readonly again: () => Promise<Client>;
}

/** The one of two roles that allows less, as the rule is told, apart from how the service computes it. */
const lower = (...roles: readonly Role[]): Role => ROLES.find((role) => roles.includes(role))!;

/** A user with a token; without a word about their standing, one who may do nothing in the scene. */
export async function someone(
  service: TestService,
  name: string,
  userId: number,
  standing: Partial<Subject> = {},
): Promise<Subject> {
  const { abilities = 'all' } = standing;
  const again = async (): Promise<Client> =>
    service.anonymous.as(
      abilities === 'all'
        ? await service.sessionToken(userId)
        : await service.integrationToken(userId, abilities ?? []),
    );
  const nothing = { firmRole: null, fileRole: null, isPlatformAdmin: false, isDemo: false };
  return { name, client: await again(), userId, abilities, ...nothing, again, ...standing };
}

/** The first administrator of the firm of a scene. */
export const ownerOf = ({ service, firm, owner }: Scene): Subject => ({
  name: 'owner',
  client: owner,
  userId: firm.admin.id,
  abilities: 'all',
  firmRole: 'admin',
  fileRole: 'admin',
  isPlatformAdmin: false,
  isDemo: false,
  again: async () => service.anonymous.as(await service.sessionToken(firm.admin.id)),
});

export interface Cast {
  /** Everyone, whatever they may. */
  readonly all: readonly Subject[];
  readonly byName: (name: string) => Subject;
}

/** Everyone who could stand before a route of the firm of the scene; `demo` is someone of the demo firm. */
export async function cast(scene: Scene, demo: Scene): Promise<Cast> {
  const { service, firm, file } = scene;
  const all: Subject[] = [];

  const person = async (name: string, userId: number, standing: Partial<Subject>): Promise<void> =>
    void all.push(await someone(service, name, userId, standing));

  const member = async (name: string, role: Role, standing: Partial<Subject> = {}): Promise<void> => {
    const { id } = await service.newMember(firm, role);
    await person(name, id, { firmRole: role, fileRole: role, ...standing });
  };

  /** Someone who sees the one file by name. */
  const named = async (name: string, role: Role, narrowing: CompanyRole | null): Promise<void> => {
    const { id } = await service.newMember(firm, role, {
      companies: [{ id: file.id, ...(narrowing && { role: narrowing }) }],
    });
    const fileRole = narrowing === null ? role : lower(role, narrowing);
    await person(name, id, { firmRole: role, fileRole, narrowing });
  };

  const nobody = (name: string, token: string | null): void => {
    const client = service.anonymous.as(token);
    const standing = { userId: null, abilities: null, firmRole: null, fileRole: null } as const;
    all.push({
      name,
      client,
      ...standing,
      isPlatformAdmin: false,
      isDemo: false,
      again: () => Promise.resolve(client),
    });
  };

  nobody('nobody', null);
  nobody('someone with junk', 'junk');
  nobody('someone with a token that is too long', 'x'.repeat(5_000));
  nobody('someone with a token that was never issued', `999999999|${'x'.repeat(40)}`);
  nobody('someone who knows the id of a token', `${firm.client.token!.split('|')[0]}|${'x'.repeat(40)}`);
  nobody(
    'the admin, with an expired token',
    await service.integrationToken(firm.admin.id, ['read', 'write', 'sync'], anHourAgo()),
  );
  const revoked = [await service.sessionToken(firm.admin.id), await service.integrationToken(firm.admin.id, ['write'])];
  for (const [index, token] of revoked.entries()) {
    await service.anonymous.as(token).post('/v1/auth/logout');
    nobody(`the admin, with ${index === 0 ? 'a session that has ended' : 'a token that was revoked'}`, token);
  }

  for (const role of ROLES) await member(role, role);
  for (const ability of ['read', 'write', 'sync'] as const)
    await member(`admin, with a token to ${ability}`, 'admin', { abilities: [ability] });
  await member('reviewer, with a token for everything', 'reviewer', { abilities: ['read', 'write', 'sync'] });

  await named('admin with the file', 'admin', null);
  await named('admin who is a manager in the file', 'admin', 'manager');
  await named('manager who is an encoder in the file', 'manager', 'encoder');
  await named('encoder who is a manager in the file', 'encoder', 'manager');
  await named('admin who is a reviewer in the file', 'admin', 'reviewer');

  const without = await service.newMember(firm, 'admin', { allCompanies: false });
  await person('admin without the file', without.id, { firmRole: 'admin' });
  const stranger = await service.newFirm();
  await person('admin of another firm', stranger.admin.id, {});
  const former = await service.newMember(firm, 'admin');
  await person('admin who was detached', former.id, {});
  await scene.owner.delete(`/v1/firms/${firm.token}/members/${former.id}`);
  const inactive = await service.newMember(firm, 'admin', { isActive: false });
  await person('admin who is not active', inactive.id, {});
  await person('user without a firm', (await service.newUser()).id, {});
  await person('user of the demo firm', demo.firm.admin.id, { isDemo: true });
  const platform = await service.newUser({ isPlatformAdmin: true });
  await person('platform admin', platform.id, { firmRole: 'admin', fileRole: 'admin', isPlatformAdmin: true });

  return { all, byName: (name) => all.find((subject) => subject.name === name)! };
}

const anHourAgo = (): string => new Date(Date.now() - 3_600_000).toISOString();
