import { useRef, useState } from 'preact/hooks';
import { useConsole } from '../support/scene.ts';
import type { Company } from './answers.ts';
import { FactList } from './facts.tsx';
import { IdentityForm } from './identity-form.tsx';
import { LogoEditor } from './logo-editor.tsx';
import { sayIn } from './settings-words.ts';
import type { CompanyCardProps } from './card-props.ts';

/** The identity of the company, as a person reads it. */
export function Identity({ company, canWrite, onChanged }: CompanyCardProps) {
  const { language, fieldName } = useConsole();
  const tell = sayIn(language);
  const [isEdited, setEdited] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setEdited(false);
    setTimeout(() => edit.current?.focus());
  };
  if (isEdited) return <IdentityForm company={company} onClose={close} onChanged={onChanged} />;
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  const languages = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <section class="card identity" aria-label={tell('identity')}>
      <header>
        {company.logo_url !== null && <img class="company-logo" src={company.logo_url} alt={tell('logo')} />}
        <h3>{company.name}</h3>
        {!company.is_active && <span class="badge warn">{tell('inactive')}</span>}
        {canWrite && (
          <button type="button" ref={edit} onClick={() => setEdited(true)}>
            {tell('edit')}
          </button>
        )}
      </header>
      <FactList
        facts={[
          { label: fieldName('legal_form'), value: company.legal_form },
          { label: fieldName('enterprise_number'), value: company.enterprise_number },
          { label: fieldName('vat_number'), value: company.vat_number },
          { label: fieldName('vat_regime'), value: tell(`regime_${company.vat_regime}`) },
          { label: fieldName('address'), value: <Address company={company} /> },
          { label: fieldName('country'), value: countries.of(company.country) ?? company.country },
          { label: tell('activity'), value: company.main_nace_code },
          { label: fieldName('currency'), value: company.currency },
          { label: tell('language'), value: languages.of(company.locale) ?? company.locale },
          { label: tell('responsible'), value: company.responsible?.name ?? tell('no_one') },
          { label: tell('firm'), value: company.firm?.name ?? null },
          { label: tell('code'), value: company.code },
        ]}
      />
      {canWrite && <LogoEditor company={company} onChanged={onChanged} />}
    </section>
  );
}

/** As on an envelope. */
function Address({
  company: { address, street, house_number, box, postal_code, city },
}: {
  readonly company: Company;
}) {
  const { language } = useConsole();
  const first = [street, house_number, box === null ? null : `${sayIn(language)('box_short')} ${box}`];
  const lines = [first, [postal_code, city]].map((parts) => parts.filter(Boolean).join(' ')).filter(Boolean);
  if (lines.length === 0) return <>{address ?? '–'}</>;
  return (
    <>
      {lines.map((line) => (
        <span key={line} class="address-line">
          {line}
        </span>
      ))}
    </>
  );
}
