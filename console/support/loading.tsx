import type { ComponentChildren } from 'preact';
import { useConsole, getLoadedValue, type Loaded } from './scene.ts';

interface ShownProps<Value> {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows the loaded value, or the previous one while loading again. */
export function Shown<Value>({ of, children }: ShownProps<Value>) {
  const { say } = useConsole();
  const value = getLoadedValue(of);
  return (
    <div aria-busy={of.is === 'loading'}>
      {of.is === 'problem' && <p role="alert">{of.message}</p>}
      {value === null ? of.is === 'loading' && <p class="quiet">{say('loading')}</p> : children(value)}
    </div>
  );
}
