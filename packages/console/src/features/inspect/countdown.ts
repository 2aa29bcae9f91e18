import { formatNumber } from '../../ui/format.ts';

/** The time left until an instant, both in ms since the epoch: "3:36", "2 h 05:09", "12 d 03:00:00". Never below nothing. */
export function leftText(until: number, now: number): string {
  const seconds = Math.max(Math.ceil((until - now) / 1000), 0);
  const two = (value: number) => String(value).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(seconds % 60);
  if (days > 0) return `${formatNumber(days)} d ${two(hours)}:${two(minutes)}:${rest}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
