import { useConsole } from '../support/scene.ts';

/** Takes the place of what is being loaded, so that nothing jumps when it comes. */
export function Skeleton({ lines = 6 }: { readonly lines?: number }) {
  const { say } = useConsole();
  return (
    <div class="skeleton" role="status" aria-label={say('loading')}>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
