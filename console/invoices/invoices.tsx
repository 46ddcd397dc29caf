import type { FileViewProps } from '../shell/file-component.ts';
import { buildHash } from '../support/place.ts';
import { useConsole } from '../support/scene.ts';
import { NewInvoice } from './edit.tsx';
import { InvoiceView } from './invoice.tsx';
import { NEW } from './kinds.ts';
import { InvoiceList } from './list.tsx';
import { sayIn } from './words.ts';

/** Invoices, credit notes and offers: the list, one of them, or a new one. */
export function InvoicesView({ file, role }: FileViewProps) {
  const { say, place, language } = useConsole();
  const tell = sayIn(language);
  const { item } = place;
  return (
    <div class="invoices">
      {item === undefined ? (
        <>
          <h2>{say('invoices')}</h2>
          <InvoiceList file={file} role={role} />
        </>
      ) : (
        <>
          <a class="back-link" href={buildHash({ ...place, item: undefined })}>
            ← {tell('all_documents')}
          </a>
          {item === NEW ? <NewInvoice file={file} /> : <InvoiceView key={item} id={item} file={file} role={role} />}
        </>
      )}
    </div>
  );
}
