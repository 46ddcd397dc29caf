import { DemoNote } from '../components/demo-note.tsx';
import { Shown } from '../support/loading.tsx';
import { getFilePath, useConsole, useLoaded } from '../support/scene.ts';
import type { Member } from './answers.ts';
import { sayIn } from './settings-words.ts';

/** Who may open this file, and what they may do in it. */
export function Members() {
  const { api, place, language } = useConsole();
  const tell = sayIn(language);
  const path = `${getFilePath(place)}/members`;
  const members = useLoaded(path, (signal) => api.get<readonly Member[]>(path, {}, signal));
  return (
    <section class="card" aria-labelledby="members">
      <h3 id="members">{tell('members')}</h3>
      <DemoNote of="members" />
      <Shown of={members}>
        {(all) => (
          <ul class="plain-list members">
            {all.map(({ id, name, email, role, is_active }) => (
              <li key={id}>
                <strong>{name}</strong> <span class="quiet">{email}</span>{' '}
                <span class="badge">{tell(`role_${role}`)}</span>
                {!is_active && <span class="badge warn">{tell('suspended_member')}</span>}
              </li>
            ))}
          </ul>
        )}
      </Shown>
    </section>
  );
}
