import type { CompanyFile } from '../support/answers.ts';
import { Shown } from '../support/loading.tsx';
import { useLoaded, useConsole } from '../support/scene.ts';
import { Table } from '../support/table.tsx';

export function Files() {
  const { api, say, goTo } = useConsole();
  const files = useLoaded('files', (signal) =>
    api.get<readonly CompanyFile[]>('/v1/companies', { fields: 'summary' }, signal),
  );
  return (
    <>
      <h1>{say('choose_file')}</h1>
      <Shown of={files}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{say('no_files')}</p>
          ) : (
            <Table
              name="files"
              caption={say('files')}
              rows={rows}
              getKey={({ public_token }) => public_token}
              onOpen={({ public_token }) => goTo({ file: public_token, view: 'trial_balance' })}
              columns={[
                { name: 'code', label: say('code_of_item'), getValue: ({ code }) => code },
                { name: 'name', label: say('name'), getValue: ({ name }) => name, isWide: true },
                { name: 'country', label: say('country'), getValue: ({ country_pack }) => country_pack },
              ]}
            />
          )
        }
      </Shown>
    </>
  );
}
