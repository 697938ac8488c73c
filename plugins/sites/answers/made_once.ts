// Makes something of an object once, and has it for as long as the object is there.

export function oncePer<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const known = new WeakMap<Of, { made: Made }>();
  return (of) => {
    const found = known.get(of);
    if (found) return found.made;
    const made = make(of);
    known.set(of, { made });
    return made;
  };
}
