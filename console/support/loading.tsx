import type { ComponentChildren } from 'preact';
import { useScene, valueOf, type Loaded } from './scene.ts';

interface ShownProps<Value> {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** What was read, and while it is read again what was there before. */
export function Shown<Value>({ of, children }: ShownProps<Value>) {
  const { say } = useScene();
  const value = valueOf(of);
  return (
    <div aria-busy={of.is === 'loading'}>
      {of.is === 'problem' && <p role="alert">{of.message}</p>}
      {value === null ? of.is === 'loading' && <p class="quiet">{say('loading')}</p> : children(value)}
    </div>
  );
}
