-- The paths of documents' files are in NFC.
update comments set path = normalize(path) where path is not nfc normalized;
