/** Three small sounds, made here and now: a die, a loss, and that it is your turn. */
import { prefs } from "./prefs.svelte";

export type Sound = "die" | "loss" | "turn";

let context: AudioContext | null = null;

/** Browsers let a page be heard only after its reader has touched it; before that there is nothing to hear. */
function audio(): AudioContext | null {
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** A tone that begins at once and fades. */
function tone(at: AudioContext, from: number, to: number, start: number, length: number, loud: number, shape: OscillatorType): void {
  const [source, volume] = [at.createOscillator(), at.createGain()];
  const now = at.currentTime + start;
  source.type = shape;
  source.frequency.setValueAtTime(from, now);
  source.frequency.exponentialRampToValueAtTime(to, now + length);
  volume.gain.setValueAtTime(loud, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + length);
  source.connect(volume).connect(at.destination);
  source.start(now);
  source.stop(now + length);
}

/** A knock on wood: a short burst of noise. */
function knock(at: AudioContext, start: number, loud: number): void {
  const buffer = at.createBuffer(1, at.sampleRate * 0.05, at.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 4;
  const [source, volume, filter] = [at.createBufferSource(), at.createGain(), at.createBiquadFilter()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 1400;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(at.destination);
  source.start(at.currentTime + start);
}

export function play(sound: Sound): void {
  const at = prefs.sound ? audio() : null;
  if (!at) return;
  if (sound === "die") [0, 0.11, 0.2, 0.34, 0.52].forEach((start, i) => knock(at, start, 0.7 - i * 0.09));
  else if (sound === "loss") tone(at, 150, 48, 0, 0.42, 0.25, "triangle");
  else {
    tone(at, 587, 580, 0, 0.35, 0.1, "sine");
    tone(at, 784, 780, 0.16, 0.5, 0.1, "sine");
  }
}
