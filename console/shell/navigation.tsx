import { useEffect, useRef, useState } from 'preact/hooks';
import { buildHash, type View } from '../support/place.ts';
import { useConsole } from '../support/scene.ts';
import { DESK_VIEWS, GROUPS } from './views.ts';

/** The views of a company file: at the left on wide screens, in a drawer on narrow ones. */
export function Navigation({ current }: { readonly current: View }) {
  const { say, place } = useConsole();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const drawer = useRef<HTMLElement>(null);
  useEffect(() => setOpen(false), [place]);
  useEffect(() => {
    if (!isOpen) return;
    drawer.current?.querySelector('a')?.focus();
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        ref={button}
        class="drawer-button"
        aria-expanded={isOpen}
        aria-controls="views"
        onClick={() => setOpen(!isOpen)}
      >
        ☰ {say(current)}
      </button>
      <nav id="views" ref={drawer} class={isOpen ? 'side open' : 'side'} aria-label={say('views')}>
        {GROUPS.map((group) => (
          <section key={group}>
            <h2>{say(`group_${group}`)}</h2>
            {DESK_VIEWS.filter((view) => view.group === group).map(({ name, hasMoment }) => (
              <a
                key={name}
                href={buildHash({ file: place.file, view: name, ...(hasMoment && { at: place.at, year: place.year }) })}
                aria-current={name === current ? 'page' : undefined}
              >
                {say(name)}
              </a>
            ))}
          </section>
        ))}
      </nav>
    </>
  );
}
