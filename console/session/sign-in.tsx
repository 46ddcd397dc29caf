import { useEffect, useState } from 'preact/hooks';
import { ApiProblem, signIn } from '../support/api.ts';
import { useFocusOnContent } from '../support/focus.ts';
import type { Language, Say } from '../support/words.ts';
import { describeSignOnError, fetchProviders, finishSignOn, startSignOn, type Provider } from './sign-on.ts';

interface SignInProps {
  readonly language: Language;
  readonly say: Say;
  readonly notice: string | null;
  readonly onSignedIn: (token: string) => void;
}

export function SignIn({ language, say, notice, onSignedIn }: SignInProps) {
  useFocusOnContent('sign-in');
  const [problem, setProblem] = useState<string | null>(notice);
  const [isBusy, setBusy] = useState(false);
  const [providers, setProviders] = useState<readonly Provider[]>([]);

  useEffect(() => {
    void fetchProviders().then(setProviders);
    const failure = describeSignOnError(say);
    if (failure !== null) setProblem(failure);
    finishSignOn(language)
      .then((token) => token !== null && onSignedIn(token))
      .catch((error: unknown) => setProblem(error instanceof ApiProblem ? error.message : say('no_answer')));
  }, []);

  const submitCredentials = async (credentials: Readonly<Record<string, string>> | null): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      onSignedIn(await signIn(credentials, language));
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error.message : say('no_answer'));
      setBusy(false);
    }
  };

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const given = [...form].flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name, value]] : [],
    );
    void submitCredentials(Object.fromEntries(given) as Record<string, string>);
  };

  return (
    <main class="sign-in">
      <h1>{say('title')}</h1>
      <p>{say('about')}</p>
      <form onSubmit={onSubmit}>
        <label>
          {say('email')}
          <input name="email" type="email" autocomplete="username" required />
        </label>
        <label>
          {say('password')}
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        <label>
          {say('code')}
          <input name="totp_code" inputMode="numeric" autocomplete="one-time-code" />
        </label>
        <button type="submit" disabled={isBusy}>
          {say('sign_in')}
        </button>
      </form>
      {providers.map(({ key, name }) => (
        <button key={key} type="button" class="second" disabled={isBusy} onClick={() => void startSignOn(key)}>
          {say('sign_in_with', { name })}
        </button>
      ))}
      {isDemoOffered() && (
        <button type="button" class="second" disabled={isBusy} onClick={() => void submitCredentials(null)}>
          {say('enter_demo')}
        </button>
      )}
      <p role="alert">{problem}</p>
    </main>
  );
}

/** Set in the page by the service. */
const isDemoOffered = (): boolean => document.getElementById('console')?.dataset['demo'] !== undefined;
