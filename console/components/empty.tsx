import type { ComponentChildren } from 'preact';

interface EmptyProps {
  readonly title: string;
  /** What the reader can do about it. */
  readonly children?: ComponentChildren;
}

/** Shown instead of a list that has nothing in it. */
export function Empty({ title, children }: EmptyProps) {
  return (
    <div class="empty">
      <p class="empty-title">{title}</p>
      {children}
    </div>
  );
}
