import { useConsole } from '../support/scene.ts';
import type { CompanyFile } from '../support/answers.ts';
import { useWriter } from '../support/write.ts';
import type { Invoice } from './answers.ts';
import { createDraft, toBody, toDraft, type Draft } from './draft.ts';
import { InvoiceForm } from './form.tsx';
import { sayIn } from './words.ts';

const getToday = (): string => new Date().toISOString().slice(0, 10);

/** A new document; saved, it is shown. */
export function NewInvoice({ file }: { readonly file: CompanyFile }) {
  const { language, place, goTo } = useConsole();
  const tell = sayIn(language);
  const writer = useWriter();
  const direction = place.type === 'purchases' ? 'purchase' : 'sale';
  const goBack = (): void => goTo({ ...place, item: undefined });
  const save = async (draft: Draft, isPosted: boolean): Promise<void> => {
    const sent = await writer.write<Invoice>({
      method: 'POST',
      path: '/documents',
      body: toBody(draft, file.currency),
      ...(!isPosted && { done: tell('saved'), onUndone: goBack }),
    });
    if (!sent) return;
    if (isPosted) await postDraft(writer, sent.body, tell('posted', { kind: tell(`kind_${draft.kind}`) }));
    goTo({ ...place, item: String(sent.body.id) });
  };
  return (
    <>
      <h2>{tell(direction === 'sale' ? 'new_sale' : 'new_purchase')}</h2>
      <InvoiceForm
        first={createDraft(direction, file.currency, getToday())}
        isNew
        file={file}
        writer={writer}
        onSave={(draft, isPosted) => void save(draft, isPosted)}
        onCancel={goBack}
      />
    </>
  );
}

type Writer = ReturnType<typeof useWriter>;

/** Undone from its notice, the document is a draft again. */
const postDraft = ({ write }: Writer, { id, version }: Invoice, done: string) =>
  write({ method: 'POST', path: `/documents/${id}/book`, body: {}, baseVersion: version, done });

interface EditInvoiceProps {
  readonly invoice: Invoice;
  readonly file: CompanyFile;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** A draft that is changed. */
export function EditInvoice({ invoice, file, onDone, onCancel }: EditInvoiceProps) {
  const { language } = useConsole();
  const tell = sayIn(language);
  const writer = useWriter();
  const save = async (draft: Draft, isPosted: boolean): Promise<void> => {
    const sent = await writer.write<Invoice>({
      method: 'PATCH',
      path: `/documents/${invoice.id}`,
      body: toBody(draft, file.currency),
      baseVersion: invoice.version,
      onTheirs: onDone,
      ...(!isPosted && { done: tell('saved'), onUndone: onDone }),
    });
    if (!sent) return;
    if (isPosted) await postDraft(writer, sent.body, tell('posted', { kind: tell(`kind_${draft.kind}`) }));
    onDone();
  };
  return (
    <InvoiceForm
      first={toDraft(invoice)}
      file={file}
      writer={writer}
      onSave={(draft, isPosted) => void save(draft, isPosted)}
      onCancel={onCancel}
    />
  );
}
