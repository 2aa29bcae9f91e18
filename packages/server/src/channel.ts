import { channel } from 'node:diagnostics_channel';

/**
 * Where a room says that something has happened, in its own words, without knowing who wants to know. Whoever listens does so in this
 * process, at once; while nobody does, saying it costs nothing worth measuring.
 */
export interface Channel<Message extends object> {
  /** Whether anybody listens: for what takes work to say. */
  readonly heard: boolean;
  publish(message: Message): void;
  /** Answers what ends it. */
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
