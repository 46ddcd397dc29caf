import { useState } from 'preact/hooks';
import { ApiProblem, withQuery, type Query } from '../support/api.ts';
import { saveFile } from '../support/save-file.ts';
import { useConsole } from '../support/scene.ts';
import { useToasts } from './toasts.tsx';

const FORMATS = ['pdf', 'xlsx', 'csv'] as const;

interface DownloadsProps {
  /** Name of the file, without its ending. */
  readonly name: string;
  /** A route that takes `format`. */
  readonly path: string;
  readonly query: Query;
}

/** A report as a file, made by the service: complete, whatever the page shows of it. */
export function Downloads({ name, path, query }: DownloadsProps) {
  const { api, say } = useConsole();
  const show = useToasts();
  const [busy, setBusy] = useState<string | null>(null);
  const download = async (format: string): Promise<void> => {
    setBusy(format);
    try {
      const { blob } = await api.fetchFile(withQuery(path, { ...query, format }));
      saveFile(`${name}.${format}`, blob);
    } catch (error) {
      show({ text: error instanceof ApiProblem ? error.message : say('no_answer'), isProblem: true });
    } finally {
      setBusy(null);
    }
  };
  return (
    <div class="downloads" role="group" aria-label={say('download')}>
      {FORMATS.map((format) => (
        <button key={format} type="button" disabled={busy !== null} onClick={() => void download(format)}>
          {format.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
