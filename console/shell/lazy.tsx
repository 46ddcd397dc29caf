import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../components/skeleton.tsx';
import { useConsole } from '../support/scene.ts';
import type { FileComponent, FileViewProps } from './file-component.ts';

interface LazyProps extends FileViewProps {
  readonly load: () => Promise<FileComponent>;
}

/** A view whose program is loaded when it is first shown. */
export function Lazy({ load, ...props }: LazyProps) {
  const { say } = useConsole();
  const [Loaded, setLoaded] = useState<FileComponent | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (component) => isCurrent && setLoaded(() => component),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [load]);
  if (hasFailed) return <p role="alert">{say('no_answer')}</p>;
  return Loaded === null ? <Skeleton /> : <Loaded {...props} />;
}
