import { useEffect, useState } from 'preact/hooks';
import { useScene } from '../support/scene.ts';
import { dayAt, dayNumber, endOfMonth, stepFrom, within, type Life } from './days.ts';

interface MomentBarProps {
  readonly life: Life;
  readonly label: string;
  readonly at: string | undefined;
  readonly onMove: (day: string | undefined) => void;
  readonly isPlayable?: boolean;
}

/** How long a month stays in sight while it plays. */
const STEP_MS = 900;

/** One slider and one date over the life of the file. */
export function MomentBar({ life, label, at, onMove, isPlayable = false }: MomentBarProps) {
  const { say, format } = useScene();
  const [isPlaying, setPlaying] = useState(false);
  const day = at ?? life.last;

  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => {
      const next = stepFrom(day, life);
      onMove(next);
      if (next >= life.last) setPlaying(false);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [isPlaying, day]);

  const play = (): void => {
    if (!isPlaying && day >= life.last) onMove(life.first);
    setPlaying(!isPlaying);
  };
  const move = (next: string): void => onMove(within(next, life));

  return (
    <fieldset class="moment">
      <legend>{label}</legend>
      <input
        type="range"
        aria-label={label}
        aria-valuetext={format.day(day)}
        min={dayNumber(life.first)}
        max={dayNumber(life.last)}
        value={dayNumber(day)}
        onInput={(event) => move(dayAt(Number(event.currentTarget.value)))}
      />
      <div class="tools">
        <button type="button" aria-label={say('month_back')} onClick={() => move(endOfMonth(day, -1))}>
          ◀
        </button>
        <input
          type="date"
          aria-label={`${label}: ${say('date')}`}
          min={life.first}
          max={life.last}
          value={day}
          onChange={(event) => event.currentTarget.value !== '' && move(event.currentTarget.value)}
        />
        <button type="button" aria-label={say('month_on')} onClick={() => move(stepFrom(day, life))}>
          ▶
        </button>
        {isPlayable && (
          <button type="button" class="said" aria-pressed={isPlaying} onClick={play}>
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
