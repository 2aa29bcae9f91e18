import { channel } from 'node:diagnostics_channel';

/**
 * A channel on which a room publishes what has happened, without knowing who needs it. Subscribers run in this process, at once.
 * Without any, publishing costs almost nothing.
 */
export interface Channel<Message extends object> {
  /** Whether there is a subscriber, for messages that are costly to make. */
  readonly heard: boolean;
  publish(message: Message): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: (message: Message) => void): () => void;
}

export function channelOf<Message extends object>(name: string): Channel<Message> {
  const named = channel(name);
  return {
    get heard() {
      return named.hasSubscribers;
    },
    publish: (message) => named.publish(message),
    subscribe: (listener) => {
      const heard = (message: unknown) => listener(message as Message);
      named.subscribe(heard);
      return () => void named.unsubscribe(heard);
    },
  };
}
