import { useEffect, useState } from 'preact/hooks';
import { useConsole } from '../support/scene.ts';
import { fromDayNumber, toDayNumber, getEndOfMonth, getNextStep, clampDay, type Life } from './days.ts';

interface MomentBarProps {
  readonly life: Life;
  readonly label: string;
  readonly at: string | undefined;
  readonly onMove: (day: string | undefined) => void;
  readonly isPlayable?: boolean;
}

/** How long each month is shown during playback. */
const STEP_MS = 900;

/** Slider and date field over the lifetime of the file. */
export function MomentBar({ life, label, at, onMove, isPlayable = false }: MomentBarProps) {
  const { say, format } = useConsole();
  const [isPlaying, setPlaying] = useState(false);
  const day = at ?? life.last;

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      const next = getNextStep(day, life);
      onMove(next);
      if (next >= life.last) setPlaying(false);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying, day]);

  const togglePlayback = (): void => {
    if (!isPlaying && day >= life.last) onMove(life.first);
    setPlaying(!isPlaying);
  };
  const moveWithin = (next: string): void => onMove(clampDay(next, life));

  return (
    <fieldset class="moment">
      <legend>{label}</legend>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={format.day(day)}
        min={toDayNumber(life.first)}
        max={toDayNumber(life.last)}
        value={toDayNumber(day)}
        onInput={(event) => moveWithin(fromDayNumber(Number(event.currentTarget.value)))}
      />
      <div class="tools">
        <button type="button" aria-label={say('month_back')} onClick={() => moveWithin(getEndOfMonth(day, -1))}>
          ◀
        </button>
        <input
          type="date"
          aria-label={`${label}: ${say('date')}`}
          min={life.first}
          max={life.last}
          value={day}
          onChange={(event) => event.currentTarget.value !== '' && moveWithin(event.currentTarget.value)}
        />
        <button type="button" aria-label={say('month_on')} onClick={() => moveWithin(getNextStep(day, life))}>
          ▶
        </button>
        {isPlayable && (
          <button type="button" class="said" aria-pressed={isPlaying} onClick={togglePlayback}>
            {isPlaying ? say('pause') : say('play')}
          </button>
        )}
        <button
          type="button"
          class={isPlayable ? 'said' : undefined}
          disabled={at === undefined}
          onClick={() => onMove(undefined)}
        >
          {say('now')}
        </button>
      </div>
      <p class="quiet">
        {/* A date field is written as the browser writes dates, whatever the language of the page. */}
        <strong>{format.day(day)}</strong> · {say('moment_help')}
      </p>
    </fieldset>
  );
}
